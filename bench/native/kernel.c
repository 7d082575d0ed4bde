/* The contact kernel in C, to compare with: the records, operations and orders of the engine, on the lattice of
 * bench/kernel.mjs. It answers lines of standard input, so that its rounds go in turn with those of the engine:
 *
 *   cc -O3 -march=native kernel.c -lm -o kernel && ./kernel side
 *   time n     n sweeps in each order: {"sorted":ns,"block-random":ns,"random":ns}, CPU time a contact update
 *   stream n   the records read and written in place n times: {"bytesPerNs":b}
 *   load n     n sweeps from zero forces in each order: what the floor then carries, over the weight
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>
#include "blocks.h"

enum { BEYOND_CACHE = 8192, ORDERS = 3 }; /* pairs from which on touching ahead pays; as in assembly/solver/touch.ts */
static const char *names[ORDERS] = {"sorted", "block-random", "random"};
static uint32_t *shuffled, *sequence;

static inline void touch(const void *line) { (void)*(const volatile uint32_t *)line; }

/** Two contacts at a time, in coloured patches of blocks. Before a block, the bodies of the next are read, and with every pair
 * the record of one of its pairs. */
static void sweep_blocks(void) {
  uint8_t inside[BLOCK];
  uint64_t seed = mix(state += 0x9e3779b97f4a7c15u);
  arrange_blocks(sequence, seed);
  for (int k = 0; k < blocks; k++) {
    pair *first = &pairs[sequence[k] * BLOCK], *ahead = first;
    int size = size_of(sequence[k]);
    shuffle_few(inside, size, mix(seed + sequence[k]));
    if (dealt < BEYOND_CACHE) {
      for (int e = 0; e < size; e++) update_pair(bodies, first + inside[e]);
      continue;
    }
    if (k + 1 < blocks) {
      uint32_t next = sequence[k + 1], *list = bodies_of(next);
#pragma GCC unroll 4
      for (int e = 0; e < body_count[next]; e++) touch(&bodies[list[e]]);
      if (size_of(next) == BLOCK) ahead = &pairs[next * BLOCK];
    }
    for (int e = 0; e < size; e++) {
      touch(ahead + e);
      touch((char *)(ahead + e) + 64);
      update_pair(bodies, first + inside[e]);
    }
  }
}

/** One contact at a time. */
static void sweep_contacts(const uint32_t *order) {
  for (int k = 0; k < contacts; k++) update_one(bodies, &pairs[order[k] >> 1], order[k] & 1);
}

static void sweep(int kind) {
  if (kind == 1) sweep_blocks();
  else if (kind == 0) sweep_contacts(slots);
  else shuffle(shuffled, contacts, &state), sweep_contacts(shuffled);
}

/** The least that a sweep does to memory: records read whole, half of each (a line) written back; bodies read and written. */
static double stream(void) {
  for (int k = 0; k < dealt; k++) {
    lanes *r = (lanes *)&pairs[k], sum = r[0] + r[1] + r[2] + r[3];
    r[4] += sum, r[5] += sum, r[6] += sum;
  }
  int records = grains + surfaces;
  for (int k = 0; k < records; k++) {
    lanes *b = (lanes *)&bodies[k];
    b[0] += b[1], b[2] += b[3];
  }
  return (128.0 + 64) * dealt + (64.0 + 64) * records;
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void time_sweeps(int sweeps) {
  for (int kind = 0; kind < ORDERS; kind++) {
    start_cold();
    sweep(kind); /* fills the cache as this order leaves it */
    double before = seconds();
    for (int k = 0; k < sweeps; k++) sweep(kind);
    double ns = 1e9 * (seconds() - before) / sweeps / contacts;
    printf("%c\"%s\":%.4g", kind ? ',' : '{', names[kind], ns);
  }
}

static void time_stream(int passes) {
  double bytes = 0;
  stream(); /* fills the cache */
  double before = seconds();
  for (int k = 0; k < passes; k++) bytes += stream();
  printf("{\"bytesPerNs\":%.4g", bytes / (1e9 * (seconds() - before)));
}

static void measure_load(int sweeps) {
  for (int kind = 0; kind < ORDERS; kind++) {
    start_cold();
    for (int k = 0; k < sweeps; k++) sweep(kind);
    double carried = 0;
    for (int k = 0; k < dealt; k++)
      for (int e = 0; e < 2; e++) {
        uint32_t second = pairs[k].word[2 * e + 1];
        if (second >= (uint32_t)grains && second < (uint32_t)(grains + surfaces)) carried -= pairs[k].p[2][e];
      }
    printf("%c\"%s\":%.12g", kind ? ',' : '{', names[kind], carried / (grains * mass * time_step));
  }
}

int main(int argc, char **argv) {
  char command[16];
  int count;
  build_lattice(argc > 1 ? atoi(argv[1]) : 15);
  colour_patches();
  list_bodies();
  shuffled = malloc(sizeof(uint32_t) * contacts);
  sequence = malloc(sizeof(uint32_t) * blocks);
  memcpy(shuffled, slots, sizeof(uint32_t) * contacts);
  fprintf(stderr, "%d contacts in %d pairs, %d blocks, %d patches of %d colours\n", contacts, dealt, blocks, patches, colours);
  while (scanf("%15s %d", command, &count) == 2) {
    if (!strcmp(command, "time")) time_sweeps(count);
    else if (!strcmp(command, "stream")) time_stream(count);
    else if (!strcmp(command, "load")) measure_load(count);
    else printf("{");
    printf("}\n");
    fflush(stdout);
  }
  return 0;
}
