/* The contact kernel in C, to compare with: the same records, the same operations in 128-bit lanes, the same orders as
 * assembly/solver/pair.ts, on the same lattice as bench/kernel.mjs. Prints nanoseconds of CPU time a contact update.
 *
 *   cc -O3 -march=native kernel.c -lm -o kernel && ./kernel side rounds
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef double lanes __attribute__((vector_size(16)));
typedef int64_t mask __attribute__((vector_size(16)));

typedef struct { double v[3], inverse_mass, s[3], inverse_inertia; } body; /* s = r omega; r^2 / I */
typedef struct { lanes a[3], gap_rate, p[3]; uint32_t word[4]; } pair;     /* first, second of A, then of B */
typedef struct { int first, second; double normal[3]; } contact;

enum { BLOCK = 128, WAITING = 16 };
static const double mu = 0.3, dt = 0.005, spacing = 2 - 5e-5;

static uint64_t state = 1;
static uint32_t below(uint32_t n) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (uint32_t)(((z >> 32) * n) >> 32);
}
static void shuffle(uint32_t *order, int count) {
  for (int k = count - 1; k > 0; k--) {
    uint32_t other = below(k + 1), kept = order[k];
    order[k] = order[other];
    order[other] = kept;
  }
}

static inline lanes low(lanes a, lanes b) { return __builtin_shuffle(a, b, (mask){0, 2}); }
static inline lanes high(lanes a, lanes b) { return __builtin_shuffle(a, b, (mask){1, 3}); }
static inline lanes root(lanes x) { return (lanes){sqrt(x[0]), sqrt(x[1])}; }
static inline lanes choose(mask m, lanes a, lanes b) { return (lanes)((m & (mask)a) | (~m & (mask)b)); }

static inline void update(body *bodies, pair *r) {
  lanes *a0 = (lanes *)&bodies[r->word[0]], *a1 = (lanes *)&bodies[r->word[1]];
  lanes *b0 = (lanes *)&bodies[r->word[2]], *b1 = (lanes *)&bodies[r->word[3]];
  lanes v0x = low(a0[0], b0[0]), v0y = high(a0[0], b0[0]), v0z = low(a0[1], b0[1]), w0 = high(a0[1], b0[1]);
  lanes s0x = low(a0[2], b0[2]), s0y = high(a0[2], b0[2]), s0z = low(a0[3], b0[3]), i0 = high(a0[3], b0[3]);
  lanes v1x = low(a1[0], b1[0]), v1y = high(a1[0], b1[0]), v1z = low(a1[1], b1[1]), w1 = high(a1[1], b1[1]);
  lanes s1x = low(a1[2], b1[2]), s1y = high(a1[2], b1[2]), s1z = low(a1[3], b1[3]), i1 = high(a1[3], b1[3]);
  lanes ax = r->a[0], ay = r->a[1], az = r->a[2], px = r->p[0], py = r->p[1], pz = r->p[2];
  lanes sx = s0x + s1x, sy = s0y + s1y, sz = s0z + s1z;
  lanes ux = v1x - v0x - (sy * az - sz * ay);
  lanes uy = v1y - v0y - (sz * ax - sx * az);
  lanes uz = v1z - v0z - (sx * ay - sy * ax);
  lanes k2 = ax * ax + ay * ay + az * az, per_k2 = 1 / k2;
  lanes w = w0 + w1, tangential = 1 / (w + k2 * (i0 + i1));
  lanes u = ux * ax + uy * ay + uz * az, n = px * ax + py * ay + pz * az;
  lanes normal = n - (u + r->gap_rate) / w;
  normal = choose(normal > 0, normal, (lanes){0, 0});
  lanes along = (n - tangential * u) * per_k2;
  lanes tx = px - tangential * ux - ax * along;
  lanes ty = py - tangential * uy - ay * along;
  lanes tz = pz - tangential * uz - az * along;
  lanes ratio = mu * normal / root(k2 * (tx * tx + ty * ty + tz * tz));
  lanes factor = choose(ratio < 1, ratio, (lanes){1, 1});
  lanes back = normal * per_k2;
  lanes nx = factor * tx + back * ax, ny = factor * ty + back * ay, nz = factor * tz + back * az;
  lanes dx = nx - px, dy = ny - py, dz = nz - pz;
  r->p[0] = nx;
  r->p[1] = ny;
  r->p[2] = nz;
  lanes cx = ay * dz - az * dy, cy = az * dx - ax * dz, cz = ax * dy - ay * dx;
#define PUT(a, b, k, x, y) (a[k] = low(x, y), b[k] = high(x, y))
  lanes x, y;
  x = v0x - w0 * dx, y = v0y - w0 * dy, PUT(a0, b0, 0, x, y);
  x = v0z - w0 * dz, PUT(a0, b0, 1, x, w0);
  x = s0x - i0 * cx, y = s0y - i0 * cy, PUT(a0, b0, 2, x, y);
  x = s0z - i0 * cz, PUT(a0, b0, 3, x, i0);
  x = v1x + w1 * dx, y = v1y + w1 * dy, PUT(a1, b1, 0, x, y);
  x = v1z + w1 * dz, PUT(a1, b1, 1, x, w1);
  x = s1x - i1 * cx, y = s1y - i1 * cy, PUT(a1, b1, 2, x, y);
  x = s1z - i1 * cz, PUT(a1, b1, 3, x, i1);
}

static uint32_t spread(uint32_t x) {
  x = (x | (x << 16)) & 0x030000ff;
  x = (x | (x << 8)) & 0x0300f00f;
  x = (x | (x << 4)) & 0x030c30c3;
  return (x | (x << 2)) & 0x09249249;
}
typedef struct { uint32_t key; int index; } keyed;
static int by_key(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->index - y->index;
}

static body *bodies;
static pair *pairs;
static uint32_t *order;
static int grains, contacts, dealt;
static volatile uint32_t touched;

/** The lattice: neighbours along x, y, z and a floor, numbered along a Morton curve, dealt into pairs. */
static void build(int side) {
  grains = side * side * side;
  keyed *keys = malloc(sizeof(keyed) * grains);
  int *rank = malloc(sizeof(int) * grains);
  for (int i = 0; i < grains; i++)
    keys[i] = (keyed){spread(i % side) | spread(i / side % side) << 1 | spread(i / side / side) << 2, i};
  qsort(keys, grains, sizeof(keyed), by_key);
  for (int k = 0; k < grains; k++) rank[keys[k].index] = k;
  contact *list = malloc(sizeof(contact) * 4 * grains);
  int surfaces = 0;
  for (int k = 0; k < grains; k++) {
    int i = keys[k].index, x = i % side, y = i / side % side, z = i / side / side;
    if (x + 1 < side) list[contacts++] = (contact){k, rank[i + 1], {1, 0, 0}};
    if (y + 1 < side) list[contacts++] = (contact){k, rank[i + side], {0, 1, 0}};
    if (z + 1 < side) list[contacts++] = (contact){k, rank[i + side * side], {0, 0, 1}};
    if (z == 0) list[contacts++] = (contact){k, grains + surfaces++, {0, 0, -1}};
  }
  bodies = aligned_alloc(64, sizeof(body) * (grains + surfaces + 2));
  memset(bodies, 0, sizeof(body) * (grains + surfaces + 2));
  double mass = 4.0 / 3 * 3.141592653589793;
  for (int k = 0; k < grains; k++) bodies[k] = (body){{0, 0, -dt}, 1 / mass, {0, 0, 0}, 2.5 / mass};
  uint32_t dummy = grains + surfaces;
  bodies[dummy].inverse_mass = bodies[dummy + 1].inverse_mass = 1;
  pairs = aligned_alloc(128, sizeof(pair) * (contacts + 1));
  int waiting[WAITING], count = 0;
  for (int c = 0; c <= contacts; c++) {
    int at = 0, last = c == contacts;
    if (!last)
      for (; at < count; at++) {
        contact *o = &list[waiting[at]], *n = &list[c];
        if (o->first != n->first && o->second != n->first && o->first != n->second && o->second != n->second) break;
      }
    while (last ? count > 0 : at < count || count == WAITING) {
      int other = last || at == count ? -1 : c, from = other < 0 ? 0 : at;
      int lane[2] = {waiting[from], other};
      memmove(waiting + from, waiting + from + 1, sizeof(int) * (--count - from));
      pair *r = &pairs[dealt++];
      memset(r, 0, sizeof *r);
      for (int e = 0; e < 2; e++) {
        contact *n = lane[e] < 0 ? NULL : &list[lane[e]];
        double k = n && (int)n->second < grains ? spacing / 2 : 1;
        for (int d = 0; d < 3; d++) r->a[d][e] = n ? k * n->normal[d] : d == 0;
        r->gap_rate[e] = n ? 0 : 1;
        r->word[2 * e] = n ? (uint32_t)n->first : dummy;
        r->word[2 * e + 1] = n ? (uint32_t)n->second : dummy + 1;
      }
      if (other >= 0) goto next;
      at = count;
    }
    if (!last) waiting[count++] = c;
  next:;
  }
  order = malloc(sizeof(uint32_t) * dealt);
  free(list);
  free(keys);
  free(rank);
}

static int size_of(int block) { return dealt - block * BLOCK < BLOCK ? dealt - block * BLOCK : BLOCK; }

static void sweep(const char *kind) {
  if (!strcmp(kind, "sequential")) {
    for (int k = 0; k < dealt; k++) update(bodies, &pairs[k]);
  } else if (!strcmp(kind, "random")) {
    for (int k = 0; k < dealt; k++) order[k] = k;
    shuffle(order, dealt);
    for (int k = 0; k < dealt; k++) update(bodies, &pairs[order[k]]);
  } else {
    int whole = (dealt + BLOCK - 1) / BLOCK;
    uint32_t *blocks = malloc(sizeof(uint32_t) * whole), inside[BLOCK], sum = 0;
    for (int k = 0; k < whole; k++) blocks[k] = k;
    shuffle(blocks, whole);
    for (int k = 0; k < whole; k++) {
      if (k + 1 < whole)
        for (int e = 0, size = size_of(blocks[k + 1]); e < size; e++) {
          pair *r = &pairs[blocks[k + 1] * BLOCK + e];
          for (int d = 0; d < 4; d++) sum += *(uint32_t *)&bodies[r->word[d]];
        }
      if (k + 2 < whole) {
        char *at = (char *)&pairs[blocks[k + 2] * BLOCK], *end = at + sizeof(pair) * size_of(blocks[k + 2]);
        for (; at < end; at += 64) sum += *(uint32_t *)at;
      }
      int size = size_of(blocks[k]);
      for (int e = 0; e < size; e++) inside[e] = blocks[k] * BLOCK + e;
      shuffle(inside, size);
      for (int e = 0; e < size; e++) update(bodies, &pairs[inside[e]]);
    }
    touched += sum;
    free(blocks);
  }
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
static int ascending(const void *a, const void *b) { return (*(double *)a > *(double *)b) - (*(double *)a < *(double *)b); }

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 15, rounds = argc > 2 ? atoi(argv[2]) : 5, sweeps = 20;
  const char *kinds[] = {"sequential", "blocks", "random"};
  double costs[3][64];
  if (rounds > 64) rounds = 64;
  build(side);
  for (int e = 0; e < 3; e++) sweep(kinds[e]);
  for (int round = 0; round < rounds; round++)
    for (int e = 0; e < 3; e++) {
      double before = seconds();
      for (int k = 0; k < sweeps; k++) sweep(kinds[e]);
      costs[e][round] = 1e9 * (seconds() - before) / sweeps / contacts;
    }
  printf("[");
  for (int e = 0; e < 3; e++) {
    qsort(costs[e], rounds, sizeof(double), ascending);
    printf("%s{\"contacts\":%d,\"order\":\"%s\",\"nativeNs\":%.2f}", e ? "," : "", contacts, kinds[e], costs[e][rounds / 2]);
  }
  /* a number that depends on all updates, so that none can be left out */
  double check = 0;
  for (int k = 0; k < grains; k++) check += bodies[k].v[2];
  printf("]\n");
  fprintf(stderr, "%d contacts in %d pairs (%.2f%% of the lanes), mean velocity %g\n", contacts, dealt, 50.0 * contacts / dealt, check / grains);
  return 0;
}
