/* The lattice of bench/kernel.mjs: neighbours along x, y, z and a floor below, numbered along a Morton curve
 * (assembly/neighbours/curve.ts) and dealt into pairs that share no body (assembly/solver/batches.ts). */
#include <stdlib.h>
#include <string.h>
#include "records.h"

typedef struct { int first, second; double normal[3]; } contact;
typedef struct { uint32_t key; int index; } keyed;

static body *bodies;
static pair *pairs;
static uint32_t *slots; /* of each contact: 2 * pair + lane */
static int grains, surfaces, contacts, dealt;
/* grains pressed together by 2.5e-5 radii, so that all contacts are closed */
static const double spacing = 2 - 5e-5, radius = 1, mass = 4.0 / 3 * 3.141592653589793, time_step = 1e-6;

static uint32_t spread(uint32_t x) {
  x = (x | (x << 16)) & 0x030000ff;
  x = (x | (x << 8)) & 0x0300f00f;
  x = (x | (x << 4)) & 0x030c30c3;
  return (x | (x << 2)) & 0x09249249;
}
static int by_key(const void *a, const void *b) {
  const keyed *x = a, *y = b;
  return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->index - y->index;
}

static contact *list_contacts(int side) {
  keyed *keys = malloc(sizeof(keyed) * grains);
  int *rank = malloc(sizeof(int) * grains);
  for (int i = 0; i < grains; i++)
    keys[i] = (keyed){spread(i % side) | spread(i / side % side) << 1 | spread(i / side / side) << 2, i};
  qsort(keys, grains, sizeof(keyed), by_key);
  for (int k = 0; k < grains; k++) rank[keys[k].index] = k;
  contact *list = malloc(sizeof(contact) * 4 * grains);
  for (int k = 0; k < grains; k++) {
    int i = keys[k].index, x = i % side, y = i / side % side, z = i / side / side;
    if (x + 1 < side) list[contacts++] = (contact){k, rank[i + 1], {1, 0, 0}};
    if (y + 1 < side) list[contacts++] = (contact){k, rank[i + side], {0, 1, 0}};
    if (z + 1 < side) list[contacts++] = (contact){k, rank[i + side * side], {0, 0, 1}};
    if (z == 0) list[contacts++] = (contact){k, grains + surfaces++, {0, 0, -1}};
  }
  free(keys);
  free(rank);
  return list;
}

/** Velocities of free fall for one time step, and no impulses. */
static void start_cold(void) {
  for (int k = 0; k < grains; k++)
    bodies[k] = (body){{0, 0, -time_step}, 1 / mass, {0, 0, 0}, 2.5 / mass};
  for (int k = 0; k < dealt; k++) memset(pairs[k].p, 0, sizeof pairs[k].p);
}

static void put_lane(pair *r, int e, const contact *n) {
  double k = n && n->second < grains ? spacing / (2 * radius) : 1; /* arms end where grains touch */
  uint32_t dummy = grains + surfaces;
  for (int d = 0; d < 3; d++) r->a[d][e] = n ? k * n->normal[d] : d == 0;
  r->gap_rate[e] = n ? 0 : 1;
  r->word[2 * e] = n ? (uint32_t)n->first : dummy;
  r->word[2 * e + 1] = n ? (uint32_t)n->second : dummy + 1;
}

static int apart(const contact *a, const contact *b) {
  return a->first != b->first && a->second != b->first && a->first != b->second && a->second != b->second;
}

/** Puts one or two contacts of a list into the next pair; none is NULL. */
static void put_pair(const contact *list, const contact *a, const contact *b) {
  put_lane(&pairs[dealt], 0, a);
  put_lane(&pairs[dealt], 1, b);
  slots[a - list] = 2 * dealt;
  if (b) slots[b - list] = 2 * dealt + 1;
  dealt++;
}

/** Up to 16 contacts wait for a partner, the oldest first; one that finds none gets a dummy beside it. */
static void deal(const contact *list) {
  enum { WAITING = 16 };
  const contact *waiting[WAITING];
  int count = 0;
  for (const contact *c = list; c < list + contacts; c++) {
    int at = 0;
    while (at < count && !apart(waiting[at], c)) at++;
    int found = at < count;
    if (found) put_pair(list, waiting[at], c);
    else if (count == WAITING) put_pair(list, waiting[at = 0], NULL);
    if (at < count) memmove(waiting + at, waiting + at + 1, sizeof *waiting * (size_t)(--count - at));
    if (!found) waiting[count++] = c;
  }
  for (int at = 0; at < count; at++) put_pair(list, waiting[at], NULL);
}

static void build_lattice(int side) {
  grains = side * side * side;
  contact *list = list_contacts(side);
  size_t size = sizeof(body) * (grains + surfaces + 2); /* and two dummies */
  bodies = aligned_alloc(64, size);
  memset(bodies, 0, size);
  bodies[grains + surfaces].inverse_mass = bodies[grains + surfaces + 1].inverse_mass = 1;
  pairs = aligned_alloc(128, sizeof(pair) * (contacts + 1));
  slots = malloc(sizeof(uint32_t) * contacts);
  deal(list);
  free(list);
  start_cold();
}
