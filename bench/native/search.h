/* Who may touch whom: reaches and the curve (assembly/neighbours/reach.ts, curve.ts), the cells and the search in them
 * (linkedCells.ts, candidates.ts), and which contact of the step before each candidate is (contacts.ts). */
#include <math.h>
#include "world.h"

static inline double least(double a, double b) { return a < b ? a : b; }
static inline double most(double a, double b) { return a > b ? a : b; }
static inline int least_of(int a, int b) { return a < b ? a : b; }
static inline int most_of(int a, int b) { return a > b ? a : b; }
static inline double length(vec3 v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

/* ---- counting */
static void add_up(int32_t *starts, int boxes) {
  int32_t end = 0;
  for (int k = 0; k <= boxes; k++) starts[k] = end += starts[k];
}

/* ---- the box around all centres */
static vec3 low, high;

static void measure_extent(void) {
  double x0 = INFINITY, y0 = INFINITY, z0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY, z1 = -INFINITY;
  for (int i = 0; i < bodies; i++) {
    vec3 p = position[i];
    x0 = least(x0, p.x), y0 = least(y0, p.y), z0 = least(z0, p.z);
    x1 = most(x1, p.x), y1 = most(y1, p.y), z1 = most(z1, p.z);
  }
  low = (vec3){x0, y0, z0}, high = (vec3){x1, y1, z1};
}

/* ---- reach */
static inline double free_path(int i) {
  if (kind[i] == FIXED) return 0;
  vec3 v = velocity[i], f = force[i];
  double falls = kind[i] == DYNAMIC ? 1 : 0, per_mass = kind[i] == DYNAMIC ? 1 / mass[i] : 0;
  return time_step * length((vec3){
    v.x + time_step * (falls * gravity.x + per_mass * f.x),
    v.y + time_step * (falls * gravity.y + per_mass * f.y),
    v.z + time_step * (falls * gravity.z + per_mass * f.z),
  });
}

static void choose_reach(void) {
  double largest = 0;
  for (int i = 0; i < bodies; i++) {
    reach[i] = 1.5 * free_path(i) + skin * radius[i];
    largest = most(largest, radius[i]);
  }
  for (int k = 0; k < boundaries; k++) walls[k].reach = 1.5 * time_step * length(walls[k].velocity) + skin * largest;
}

/* ---- the curve */
static inline uint32_t spread3(uint32_t x) {
  x = (x | (x << 16)) & 0x030000ff;
  x = (x | (x << 8)) & 0x0300f00f;
  x = (x | (x << 4)) & 0x030c30c3;
  return (x | (x << 2)) & 0x09249249;
}
static inline uint32_t spread2(uint32_t x) {
  x = (x | (x << 8)) & 0x00ff00ff;
  x = (x | (x << 4)) & 0x0f0f0f0f;
  x = (x | (x << 2)) & 0x33333333;
  return (x | (x << 1)) & 0x55555555;
}
static inline uint32_t box_along(double x, double from, double scale, int last) {
  return most_of(0, least_of((int)((x - from) * scale), last));
}

static void follow_curve(void) {
  int bits = 0, planar = dimension == 2;
  while (1 << ((bits + 1) * dimension) <= bodies) bits++;
  int boxes = 1 << (bits * dimension), last = (1 << bits) - 1;
  measure_extent();
  double extent = most(most(high.x - low.x, high.y - low.y), most(high.z - low.z, 2.2250738585072014e-308));
  double scale = (double)(1 << bits) / extent;
  memset(cell_start, 0, 4 * ((size_t)boxes + 1));
  for (int i = 0; i < bodies; i++) {
    vec3 p = position[i];
    uint32_t x = box_along(p.x, low.x, scale, last), y = box_along(p.y, low.y, scale, last), z = box_along(p.z, low.z, scale, last);
    uint32_t key = planar ? spread2(x) | spread2(y) << 1 : spread3(x) | spread3(y) << 1 | spread3(z) << 2;
    keys[i] = key;
    cell_start[key]++;
  }
  add_up(cell_start, boxes);
  for (int i = bodies - 1; i >= 0; i--) {
    int32_t at = --cell_start[keys[i]];
    rank_of[i] = at;
    curve_body[at] = i;
  }
}

/* ---- cells */
static int nx, ny, nz, stencil_x, stencil_y, stencil_z;
static double edge;

static inline int clamp(int cell, int cells) { return most_of(0, least_of(cell, cells - 1)); }
static inline int cell_along(double x, double from, double length, int cells) {
  if (length > 0) {
    double turns = (x - from) / length;
    return clamp((int)((turns - floor(turns)) * cells), cells);
  }
  double index = floor(x / edge);
  return clamp((int)(index - cells * floor(index / cells)), cells);
}
static inline int period_of(double x, double from, double length) { return length > 0 ? (int)floor((x - from) / length) : 0; }
static int cells_along(double extent, double length) {
  if (length > 0) return (int)most(1, least(1e6, floor(length / edge)));
  return (int)most(3, least(1e6, floor(extent / edge) + 1));
}
static int cells_within(double length, int cells) { return (int)least(ceil(edge * cells / length), 1e6); }
static int halved(int cells, double length) { return most_of(length > 0 ? 1 : 3, cells >> 1); }

static void choose_grid(void) {
  measure_extent();
  double swept = 0, largest = 0;
  for (int i = 0; i < bodies; i++) {
    swept = most(swept, radius[i] + reach[i]);
    largest = most(largest, radius[i]);
  }
  if ((period.x > 0 && period.x < 2 * largest) || (period.y > 0 && period.y < 2 * largest) || (period.z > 0 && period.z < 2 * largest)) abort();
  edge = 2 * swept * (1 + 1e-9);
  nx = cells_along(high.x - low.x, period.x);
  ny = cells_along(high.y - low.y, period.y);
  nz = dimension == 2 ? 1 : cells_along(high.z - low.z, period.z);
  int64_t allowed = 2 * (int64_t)bodies + CELL_ROOM;
  while ((int64_t)nx * ny * nz > allowed) {
    if (nx >= ny && nx >= nz) nx = halved(nx, period.x);
    else if (ny >= nz) ny = halved(ny, period.y);
    else nz = halved(nz, period.z);
  }
  stencil_x = period.x > 0 ? cells_within(period.x, nx) : 1;
  stencil_y = period.y > 0 ? cells_within(period.y, ny) : 1;
  stencil_z = dimension == 2 ? 0 : period.z > 0 ? cells_within(period.z, nz) : 1;
}

static void build_cells(void) {
  choose_grid();
  memset(cell_start, 0, 4 * ((size_t)nx * ny * nz + 1));
  for (int i = 0; i < bodies; i++) {
    vec3 p = position[i];
    box_of[i] = (image){period_of(p.x, period_low.x, period.x), period_of(p.y, period_low.y, period.y), period_of(p.z, period_low.z, period.z)};
    int cx = cell_along(p.x, period_low.x, period.x, nx), cy = cell_along(p.y, period_low.y, period.y, ny);
    int cz = nz == 1 ? 0 : cell_along(p.z, period_low.z, period.z, nz);
    int cell = (cz * ny + cy) * nx + cx;
    cell_of[i] = cell;
    cell_start[cell]++;
  }
  add_up(cell_start, nx * ny * nz);
  for (int i = bodies - 1; i >= 0; i--) {
    int32_t at = --cell_start[cell_of[i]];
    vec3 p = position[i];
    image b = box_of[i];
    sorted_body[at] = i;
    sorted_place[at] = (place){p.x - b.x * period.x, p.y - b.y * period.y, p.z - b.z * period.z, radius[i] + reach[i]};
  }
}

/* ---- the search */
static int found;

static inline void note(int i, int second, int ix, int iy, int iz) {
  if (found < capacity) {
    next_pair[found] = (two){i, second};
    next_image[found] = (image){ix, iy, iz};
  }
  found++;
}

static inline int turns_of(int cell, int cells) {
  if ((uint32_t)cell < (uint32_t)cells) return 0;
  return cell < 0 ? (cell + 1) / cells - 1 : cell / cells;
}

typedef double lanes2 __attribute__((vector_size(16)));
typedef int64_t mask2 __attribute__((vector_size(16)));
static inline lanes2 low_of(lanes2 a, lanes2 b) { return __builtin_shufflevector(a, b, 0, 2); } /* gcc 12, clang */
static inline lanes2 high_of(lanes2 a, lanes2 b) { return __builtin_shufflevector(a, b, 1, 3); }

/** The bodies in a row of cells, seen from so many periods away, two at a time; hits are collected without a branch. */
static inline void search_cells(int i, int from, int to, int kx, int ky, int kz) {
  enum { FEW = 64 };
  static int32_t hits[FEW + 1];
  vec3 p = position[i];
  lanes2 xy = {p.x, p.y}, zr = {p.z, -(radius[i] + reach[i])};
  if (kx | ky | kz) {
    xy = (lanes2){p.x - kx * period.x, p.y - ky * period.y};
    zr[0] = p.z - kz * period.z;
  }
  int at = cell_start[from], end = cell_start[to + 1];
  while (at < end) {
    int stop = least_of(end, at + FEW), count = 0;
    for (; at < stop; at += 2) {
      const lanes2 *o = (const lanes2 *)&sorted_place[at];
      lanes2 e0 = o[0] - xy, f0 = o[1] - zr, e1 = o[2] - xy, f1 = o[3] - zr;
      e0 *= e0, e1 *= e1, f0 *= f0, f1 *= f1;
      mask2 near = low_of(e0, e1) + high_of(e0, e1) + low_of(f0, f1) <= high_of(f0, f1);
      int j = sorted_body[at], k = sorted_body[at + 1];
      hits[count] = j;
      count += (int)-near[0] & (j > i);
      hits[count] = k;
      count += (int)-near[1] & (k > i) & (at + 1 < stop);
    }
    at = stop;
    for (int h = 0; h < count; h++) {
      int j = hits[h];
      image other = box_of[j];
      if (kind[i] == DYNAMIC || kind[j] == DYNAMIC) note(i, j, kx - other.x, ky - other.y, kz - other.z);
    }
  }
}

static inline void search_around(int i) {
  int cell = cell_of[i], row = cell / nx, cx = cell - row * nx, cz = row / ny, cy = row - cz * ny;
  int whole = cx >= stencil_x && cx + stencil_x < nx;
  image b = box_of[i];
  for (int dz = -stencil_z; dz <= stencil_z; dz++) {
    int tz = turns_of(cz + dz, nz), layer = (cz + dz - tz * nz) * ny, kz = period.z > 0 ? b.z + tz : b.z;
    for (int dy = -stencil_y; dy <= stencil_y; dy++) {
      int ty = turns_of(cy + dy, ny), line = (layer + cy + dy - ty * ny) * nx, ky = period.y > 0 ? b.y + ty : b.y;
      /* cells along x lie side by side, and so do the bodies in them */
      if (whole) search_cells(i, line + cx - stencil_x, line + cx + stencil_x, b.x, ky, kz);
      else
        for (int dx = -stencil_x; dx <= stencil_x; dx++) {
          int tx = turns_of(cx + dx, nx), there = line + cx + dx - tx * nx;
          search_cells(i, there, there, period.x > 0 ? b.x + tx : b.x, ky, kz);
        }
    }
  }
}

static inline double nearest(double difference, double length) {
  return length > 0 ? difference - length * floor(difference / length + 0.5) : difference;
}

static inline void search_boundaries(int i) {
  for (int k = 0; k < boundaries; k++) {
    boundary *b = &walls[k];
    if (!b->enabled || kind[i] != DYNAMIC) continue;
    if (b->shape != PLANE || b->angular.x != 0 || b->angular.y != 0 || b->angular.z != 0) abort(); /* others are not done here */
    double x = nearest(position[i].x - b->point.x, period.x);
    double y = nearest(position[i].y - b->point.y, period.y);
    double z = nearest(position[i].z - b->point.z, period.z);
    if (x * b->axis.x + y * b->axis.y + z * b->axis.z - radius[i] > reach[i] + b->reach) continue;
    note(i, -1 - k, 0, 0, 0);
  }
}

static void find_candidates(void) {
  found = 0;
  for (int k = 0; k < bodies; k++) {
    int i = curve_body[k];
    next_row[i].first = found;
    search_around(i);
    search_boundaries(i);
    next_row[i].second = found;
  }
  if (found > capacity) abort(); /* the search before found about as many */
  candidates = found;
}

/* ---- the contacts of the step before */
static inline int is_match(int k, int c) {
  two pair = next_pair[k], before = contact_pair[c];
  image seen = next_image[k], then = contact_image[c];
  return before.first == pair.first && before.second == pair.second && then.x == seen.x && then.y == seen.y && then.z == seen.z;
}

/** Mostly it is the one behind that of the candidate before. */
static void match_contacts(void) {
  int next = 0;
  for (int k = 0; k < candidates; k++) {
    if (next >= contacts || !is_match(k, next)) {
      int c = contact_row[next_pair[k].first].first, to = contact_row[next_pair[k].first].second;
      while (c < to && !is_match(k, c)) c++;
      if (c >= to) {
        previous_of[k] = -1;
        continue;
      }
      next = c;
    }
    previous_of[k] = next++;
  }
}
