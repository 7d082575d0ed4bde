/* The columns of a world that the stages before the sweeps read and write, as assembly/layout.ts has them: the same rows,
 * the same widths. What goes in is read from the file that bench/stages.mjs writes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double x, y, z; } vec3;
typedef struct { double x, y, z, swept; } place;
typedef struct { int32_t first, second; } two;
typedef struct { int32_t x, y, z; } image;
typedef struct {
  int32_t shape, material, side, enabled;
  vec3 point, axis;
  double radius, inner, outer;
  vec3 velocity, angular, direction;
  double mass, force, speed;
  vec3 reaction, reaction_torque;
  double next_speed, reach;
  vec3 along;
  char rest[16];
} boundary;

enum { DYNAMIC, FIXED, PLANE = 0, CELL_ROOM = 64 };

static double time_step, skin;
static vec3 gravity, period_low, period;
static int dimension, bodies, boundaries, contacts;
/* what goes in */
static vec3 *position, *velocity, *force;
static double *radius, *mass;
static uint8_t *kind;
static boundary *walls;
static two *contact_row, *contact_pair;
static image *contact_image;
/* what comes out */
static double *reach;
static uint32_t *rank_of, *curve_body, *keys;
static int32_t *cell_start, *cell_of, *sorted_body, *previous_of;
static place *sorted_place;
static image *box_of, *next_image;
static two *next_row, *next_pair;
static int capacity, candidates;

static void *room(size_t bytes) {
  void *at = NULL;
  if (posix_memalign(&at, 64, bytes + 64)) abort();
  memset(at, 0, bytes + 64); /* pages are there before anything is timed */
  return at;
}

static void *take(FILE *file, size_t count, size_t size) {
  void *at = room(count * size);
  if (fread(at, size, count, file) != count) {
    fprintf(stderr, "the file of the world ends too early\n");
    exit(1);
  }
  return at;
}

static void read_world(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file) {
    fprintf(stderr, "cannot read %s\n", name);
    exit(1);
  }
  char *scalars = take(file, 1, 136);
#define GET(what, at) memcpy(&what, scalars + at, sizeof what)
  GET(time_step, 0), GET(gravity, 16), GET(period_low, 40), GET(period, 64), GET(skin, 88);
  GET(dimension, 120), GET(bodies, 124), GET(boundaries, 128), GET(contacts, 132);
#undef GET
  position = take(file, bodies, sizeof(vec3));
  velocity = take(file, bodies, sizeof(vec3));
  force = take(file, bodies, sizeof(vec3));
  radius = take(file, bodies, sizeof(double));
  mass = take(file, bodies, sizeof(double));
  kind = take(file, bodies, 1);
  walls = take(file, boundaries, sizeof(boundary));
  contact_row = take(file, bodies, sizeof(two));
  contact_pair = take(file, contacts, sizeof(two));
  contact_image = take(file, contacts, sizeof(image));
  fclose(file);
  free(scalars);
  for (int k = 0; k < boundaries; k++)
    if (walls[k].shape != PLANE || walls[k].mass > 0) {
      fprintf(stderr, "boundaries other than fixed planes are not done here\n");
      exit(1);
    }
  reach = room(8 * (size_t)bodies);
  rank_of = room(4 * (size_t)bodies);
  curve_body = room(4 * (size_t)bodies);
  keys = room(4 * (size_t)bodies);
  cell_start = room(4 * (2 * (size_t)bodies + CELL_ROOM + 2));
  cell_of = room(4 * (size_t)bodies);
  sorted_body = room(4 * (size_t)bodies);
  sorted_place = room(sizeof(place) * (size_t)bodies);
  box_of = room(sizeof(image) * (size_t)bodies);
  next_row = room(sizeof(two) * (size_t)bodies);
  capacity = contacts + contacts / 4 + 16;
  next_pair = room(sizeof(two) * (size_t)capacity);
  next_image = room(sizeof(image) * (size_t)capacity);
  previous_of = room(4 * (size_t)capacity);
}
