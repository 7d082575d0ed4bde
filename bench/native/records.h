/* The solver's records and the update of a contact, as assembly/solver/record.ts, update.ts and pair.ts have them: the same
 * bytes and the same operations. `update_one` is one contact, `update_pair` two in 128-bit lanes, which is what WebAssembly
 * has. The compiler may contract a product and a sum to one operation here; WebAssembly may not. */
#include <math.h>
#include <stdint.h>

typedef double lanes __attribute__((vector_size(16)));
typedef int64_t mask __attribute__((vector_size(16)));

typedef struct { double v[3], inverse_mass, s[3], inverse_inertia; } body; /* s = r omega; r^2 / I */
/* two contacts side by side, number by number; words: first and second body of A, then of B */
typedef struct { lanes a[3], gap_rate, p[3]; uint32_t word[4]; } pair;

enum { BODY_MASK = 0xffffff, MATERIALS_SHIFT = 24 };
/* (static, dynamic) coefficients by pair of materials; not constant, so that they are loaded as they are in the engine */
static double friction[2] = {0.3, 0.3};

static inline lanes low(lanes a, lanes b) { return __builtin_shufflevector(a, b, 0, 2); } /* gcc 12, clang */
static inline lanes high(lanes a, lanes b) { return __builtin_shufflevector(a, b, 1, 3); }
static inline lanes root(lanes x) { return (lanes){sqrt(x[0]), sqrt(x[1])}; }
static inline lanes choose(mask m, lanes a, lanes b) { return (lanes)((m & (mask)a) | (~m & (mask)b)); }
static inline double coefficient(uint32_t word) { return friction[2 * (word >> MATERIALS_SHIFT)]; }

static inline void update_pair(body *bodies, pair *r) {
  lanes *a0 = (lanes *)&bodies[r->word[0] & BODY_MASK], *a1 = (lanes *)&bodies[r->word[1] & BODY_MASK];
  lanes *b0 = (lanes *)&bodies[r->word[2] & BODY_MASK], *b1 = (lanes *)&bodies[r->word[3] & BODY_MASK];
  lanes v0x = low(a0[0], b0[0]), v0y = high(a0[0], b0[0]), v0z = {a0[1][0], b0[1][0]}, w0 = {a0[1][1], b0[1][1]};
  lanes s0x = low(a0[2], b0[2]), s0y = high(a0[2], b0[2]), s0z = {a0[3][0], b0[3][0]}, i0 = {a0[3][1], b0[3][1]};
  lanes v1x = low(a1[0], b1[0]), v1y = high(a1[0], b1[0]), v1z = {a1[1][0], b1[1][0]}, w1 = {a1[1][1], b1[1][1]};
  lanes s1x = low(a1[2], b1[2]), s1y = high(a1[2], b1[2]), s1z = {a1[3][0], b1[3][0]}, i1 = {a1[3][1], b1[3][1]};
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
  lanes mu = {coefficient(r->word[0]), coefficient(r->word[2])};
  lanes ratio = mu * normal / root(k2 * (tx * tx + ty * ty + tz * tz));
  lanes factor = choose(ratio < 1, ratio, (lanes){1, 1}); /* 0/0 is not less than 1 */
  lanes back = normal * per_k2;
  lanes nx = factor * tx + back * ax, ny = factor * ty + back * ay, nz = factor * tz + back * az;
  lanes dx = nx - px, dy = ny - py, dz = nz - pz;
  r->p[0] = nx;
  r->p[1] = ny;
  r->p[2] = nz;
  lanes cx = ay * dz - az * dy, cy = az * dx - ax * dz, cz = ax * dy - ay * dx;
#define PUT(a, b, k, x, y) (a[k] = low(x, y), b[k] = high(x, y))
#define PUT_Z(a, b, k, x) (a[k][0] = x[0], b[k][0] = x[1])
  lanes x, y;
  x = v0x - w0 * dx, y = v0y - w0 * dy, PUT(a0, b0, 0, x, y);
  x = v0z - w0 * dz, PUT_Z(a0, b0, 1, x);
  x = s0x - i0 * cx, y = s0y - i0 * cy, PUT(a0, b0, 2, x, y);
  x = s0z - i0 * cz, PUT_Z(a0, b0, 3, x);
  x = v1x + w1 * dx, y = v1y + w1 * dy, PUT(a1, b1, 0, x, y);
  x = v1z + w1 * dz, PUT_Z(a1, b1, 1, x);
  x = s1x - i1 * cx, y = s1y - i1 * cy, PUT(a1, b1, 2, x, y);
  x = s1z - i1 * cz, PUT_Z(a1, b1, 3, x);
#undef PUT_Z
#undef PUT
}

/** One contact: lane e of a pair. */
static inline void update_one(body *bodies, pair *r, int e) {
  double *at = (double *)r + e; /* every second number */
  body *b0 = &bodies[r->word[2 * e] & BODY_MASK], *b1 = &bodies[r->word[2 * e + 1] & BODY_MASK];
  double ax = at[0], ay = at[2], az = at[4], gap_rate = at[6], px = at[8], py = at[10], pz = at[12];
  double v0x = b0->v[0], v0y = b0->v[1], v0z = b0->v[2], w0 = b0->inverse_mass;
  double s0x = b0->s[0], s0y = b0->s[1], s0z = b0->s[2], i0 = b0->inverse_inertia;
  double v1x = b1->v[0], v1y = b1->v[1], v1z = b1->v[2], w1 = b1->inverse_mass;
  double s1x = b1->s[0], s1y = b1->s[1], s1z = b1->s[2], i1 = b1->inverse_inertia;
  double sx = s0x + s1x, sy = s0y + s1y, sz = s0z + s1z;
  double ux = v1x - v0x - (sy * az - sz * ay);
  double uy = v1y - v0y - (sz * ax - sx * az);
  double uz = v1z - v0z - (sx * ay - sy * ax);
  double k2 = ax * ax + ay * ay + az * az, per_k2 = 1 / k2;
  double w = w0 + w1, tangential = 1 / (w + k2 * (i0 + i1));
  double u = ux * ax + uy * ay + uz * az, n = px * ax + py * ay + pz * az;
  double normal = n - (u + gap_rate) / w;
  normal = normal > 0 ? normal : 0;
  double along = (n - tangential * u) * per_k2;
  double tx = px - tangential * ux - ax * along;
  double ty = py - tangential * uy - ay * along;
  double tz = pz - tangential * uz - az * along;
  double ratio = coefficient(r->word[2 * e]) * normal / sqrt(k2 * (tx * tx + ty * ty + tz * tz));
  double factor = ratio < 1 ? ratio : 1;
  double back = normal * per_k2;
  double nx = factor * tx + back * ax, ny = factor * ty + back * ay, nz = factor * tz + back * az;
  double dx = nx - px, dy = ny - py, dz = nz - pz;
  at[8] = nx;
  at[10] = ny;
  at[12] = nz;
  double cx = ay * dz - az * dy, cy = az * dx - ax * dz, cz = ax * dy - ay * dx;
  b0->v[0] = v0x - w0 * dx, b0->v[1] = v0y - w0 * dy, b0->v[2] = v0z - w0 * dz;
  b0->s[0] = s0x - i0 * cx, b0->s[1] = s0y - i0 * cy, b0->s[2] = s0z - i0 * cz;
  b1->v[0] = v1x + w1 * dx, b1->v[1] = v1y + w1 * dy, b1->v[2] = v1z + w1 * dz;
  b1->s[0] = s1x - i1 * cx, b1->s[1] = s1y - i1 * cy, b1->s[2] = s1z - i1 * cz;
}
