/* The stages of a step that come before the sweeps, in C, to compare with: the algorithms of the engine on the data of a
 * world that bench/step.mjs wrote to a file. It answers lines of standard input:
 *
 *   cc -O3 -march=native stages.c -lm -o stages && ./stages world.bin
 *   time n     n rounds of all stages: {"ms":{"curve":...},"counts":{"cells":...},"hashes":{...}}, CPU time a round
 *
 * Counts and hashes of what the stages leave show that they are the same as the engine's.
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include "deal.h"

enum { STAGES = 6 };
static const char *names[STAGES] = {"curve", "cells", "search", "match", "deal", "colour"};

static void curve(void) { choose_reach(), follow_curve(); }
static void (*const stages[STAGES])(void) = {curve, build_cells, find_candidates, match_contacts, deal_pairs, colour_patches};

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/** What asking for the time takes. */
static double cost_of_clock(void) {
  double before = seconds();
  for (int k = 0; k < 1000; k++) seconds();
  return (seconds() - before) / 1001;
}

/**
 * What lies between two searches: as much memory as the sweeps go through, so that the caches are as a step leaves them, and
 * a branch a contact that cannot be foreseen, as the other stages have where contacts open, stick and slide. Without, the
 * processor would learn the branches of a small world by heart from one round to the next.
 */
static void forget(void) {
  static volatile char *records;
  static uint64_t state = 1;
  size_t bytes = 128 * (size_t)(contacts / 2 + 1) + 64 * (size_t)bodies;
  if (!records) records = room(bytes);
  for (size_t at = 0; at < bytes; at += 64) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    if (state >> 63) records[at]++;
    else records[at + 1]--;
  }
}

static uint32_t hash(const void *words, size_t count, uint32_t h) {
  for (const uint32_t *at = words, *end = at + count; at < end; at++) h = (h ^ *at) * 16777619u;
  return h;
}

static uint32_t hash_of(int stage) {
  switch (stage) {
    case 0: return hash(curve_body, bodies, 0);
    case 1: return hash(cell_of, bodies, 0);
    case 2: return hash(next_image, 3 * (size_t)candidates, hash(next_pair, 2 * (size_t)candidates, 0));
    case 3: return hash(previous_of, candidates, 0);
    case 4: return hash(lanes, 4 * (size_t)dealt, 0);
    default: return hash(patch_span, 2 * (size_t)patches, hash(patch_list, patches, 0));
  }
}

static void answer(int rounds) {
  double total[STAGES] = {0}, clock = cost_of_clock();
  uint32_t hashes[STAGES];
  for (int round = -1; round < rounds; round++) { /* one more at first: the caches were the engine's */
    forget();
    for (int k = 0; k < STAGES; k++) {
      double before = seconds();
      stages[k]();
      if (round >= 0) total[k] += seconds() - before - clock;
    }
  }
  for (int k = 0; k < STAGES; k++) hashes[k] = hash_of(k);
  int matches = 0;
  for (int c = 0; c < candidates; c++) matches += previous_of[c] >= 0;
  for (int k = 0; k < STAGES; k++) printf("%s\"%s\":%.5g", k ? "," : "{\"ms\":{", names[k], 1e3 * total[k] / rounds);
  printf("},\"counts\":{\"bodies\":%d,\"cells\":%d,\"candidates\":%d,\"matches\":%d,\"pairs\":%d,\"colours\":%d}",
    bodies, nx * ny * nz, candidates, matches, dealt, colours);
  for (int k = 0; k < STAGES; k++) printf("%s\"%s\":%u", k ? "," : ",\"hashes\":{", names[k], hashes[k]);
  printf("}}\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  char command[16];
  int count;
  if (argc < 2) return 2;
  read_world(argv[1]);
  make_room_for_pairs();
  while (scanf("%15s %d", command, &count) == 2 && !strcmp(command, "time")) answer(count);
  return 0;
}
