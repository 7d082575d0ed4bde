/* Pairs of contacts that share no body (assembly/solver/batches.ts), blocks and patches of them (blocks.ts), and colours such
 * that no two patches of a colour share a body (colours.ts). */
#include "search.h"

enum { WAITING = 16, BLOCK = 128, LARGEST_PATCH = 64, MANY = 256, COLOURS = 63, NONE = COLOURS };
typedef struct { int32_t contact, surface; } lane;
typedef struct { int32_t contact, first, second; } waiting;
typedef struct { uint64_t colours; int32_t first, last; } marks; /* colours so far, first patch, last block */

static lane *lanes;
static int32_t *surface_slot, *patch_list, *patch_colour, colour_start[COLOURS + 2];
static two *patch_span;
static marks *marks_of; /* by rank, then surfaces */
static uint32_t *block_bodies, *block_body_count;
static int dealt, surfaces, blocks, patch_size, patches, colours;

static void make_room_for_pairs(void) {
  lanes = room(2 * sizeof(lane) * ((size_t)capacity + 1));
  surface_slot = room(4 * ((size_t)capacity + 1));
  size_t most_blocks = (size_t)capacity / BLOCK + 2;
  patch_list = room(4 * most_blocks);
  patch_colour = room(4 * most_blocks);
  patch_span = room(sizeof(two) * most_blocks);
  marks_of = room(sizeof(marks) * ((size_t)bodies + capacity));
  block_bodies = room(16 * ((size_t)capacity + BLOCK));
  block_body_count = room(4 * most_blocks);
}

/* ---- pairs */
static waiting queue[WAITING];

static inline void set_lane(int slot, int contact, int surface) {
  lanes[slot] = (lane){contact, surface};
  if (surface >= 0) surface_slot[surface - bodies] = slot;
}
static inline void deal(int c, int second, int slot) { set_lane(slot, c, second < 0 ? bodies + surfaces++ : -1); }

static inline int partner(int first, int second, int count) {
  int at = 0;
  for (; at < count; at++) {
    int a = queue[at].first, b = queue[at].second;
    if (a != first && b != first && a != second && (b != second || b < 0)) break;
  }
  return at;
}
static inline void call_up(int at, int count, int slot) {
  deal(queue[at].contact, queue[at].second, slot);
  memmove(queue + at, queue + at + 1, sizeof(waiting) * (size_t)(count - at - 1));
}
static void alone(int pair, int count) {
  call_up(0, count, pair << 1);
  set_lane((pair << 1) | 1, -1, -1);
}

static void deal_pairs(void) {
  int on_boundaries = 0, loose = 0;
  for (int c = 0; c < candidates; c++) {
    int second = next_pair[c].second;
    on_boundaries += second < 0;
    loose += second < 0 && walls[-1 - second].mass > 0;
  }
  if (loose > 0 || on_boundaries > capacity) abort(); /* free boundaries are not done here */
  surfaces = 0;
  int count = 0;
  dealt = 0;
  for (int c = 0; c < candidates; c++) {
    int first = next_pair[c].first, second = next_pair[c].second;
    if (second < 0 && walls[-1 - second].mass > 0) continue;
    int at = partner(first, second, count);
    if (at < count) {
      call_up(at, count--, dealt << 1);
      deal(c, second, (dealt++ << 1) | 1);
    } else {
      if (count == WAITING) alone(dealt++, count--);
      queue[count++] = (waiting){c, first, second};
    }
  }
  while (count > 0) alone(dealt++, count--);
}

/* ---- colours */
static inline int end_of(int patch) { return least_of((patch + 1) * patch_size, blocks); }
static inline uint32_t *bodies_of(int block) { return &block_bodies[(size_t)block * BLOCK * 4]; }

static inline uint32_t *list_body(uint32_t *at, uint32_t body, int block) {
  marks *mark = &marks_of[body];
  int is_new = mark->last != block;
  *at = body;
  mark->last = block;
  return at + is_new;
}

static void list_bodies(int block) {
  int end = least_of((block + 1) * BLOCK, dealt) * 2;
  uint32_t *at = bodies_of(block);
  for (int slot = block * BLOCK * 2; slot < end; slot++) {
    if (lanes[slot].contact < 0) continue;
    two pair = next_pair[lanes[slot].contact];
    at = list_body(at, rank_of[pair.first], block);
    at = list_body(at, pair.second >= 0 ? rank_of[pair.second] : (uint32_t)lanes[slot].surface, block);
  }
  block_body_count[block] = (uint32_t)(at - bodies_of(block));
}

static int free_colour(int patch) {
  int end = end_of(patch), colour = NONE, fewest = INT32_MAX;
  uint64_t taken = 0;
  for (int block = patch * patch_size; block < end; block++)
    for (uint32_t *at = bodies_of(block), *last = at + block_body_count[block]; at < last; at++) taken |= marks_of[*at].colours;
  for (int k = 0; k < colours; k++) {
    if ((taken >> k & 1) || colour_start[k] >= fewest) continue;
    fewest = colour_start[k];
    colour = k;
  }
  if (colour == NONE && colours < COLOURS) colour = colours++;
  if (colour == NONE) return NONE;
  for (int block = patch * patch_size; block < end; block++)
    for (uint32_t *at = bodies_of(block), *last = at + block_body_count[block]; at < last; at++) {
      marks *mark = &marks_of[*at];
      mark->colours |= (uint64_t)1 << colour;
      mark->first = least_of(mark->first, patch);
    }
  return colour;
}

static void list_by_colour(void) {
  int at = 0;
  for (int colour = 0; colour <= COLOURS; colour++) {
    int size = colour_start[colour];
    colour_start[colour] = at;
    at += size;
  }
  colour_start[COLOURS + 1] = at;
  for (int patch = 0; patch < patches; patch++) patch_list[colour_start[patch_colour[patch]]++] = patch;
  for (int colour = COLOURS; colour > 0; colour--) colour_start[colour] = colour_start[colour - 1];
  colour_start[0] = 0;
}

static void measure_span(int patch) {
  int end = end_of(patch), from = patch, to = 0;
  for (int block = patch * patch_size; block < end; block++)
    for (uint32_t *at = bodies_of(block), *last = at + block_body_count[block]; at < last; at++) {
      from = least_of(from, marks_of[*at].first);
      to = most_of(to, marks_of[*at].last);
    }
  patch_span[patch] = (two){from, to / patch_size};
}

static void colour_patches(void) {
  blocks = (dealt + BLOCK - 1) / BLOCK;
  patch_size = most_of(1, least_of(LARGEST_PATCH, blocks / MANY));
  patches = (blocks + patch_size - 1) / patch_size;
  for (int body = 0; body < bodies + surfaces; body++) marks_of[body] = (marks){0, INT32_MAX, -1};
  memset(colour_start, 0, sizeof colour_start);
  colours = 0;
  for (int patch = 0; patch < patches; patch++) {
    for (int block = patch * patch_size; block < end_of(patch); block++) list_bodies(block);
    int colour = free_colour(patch);
    patch_colour[patch] = colour;
    colour_start[colour]++;
  }
  list_by_colour();
  for (int patch = 0; patch < patches; patch++) measure_span(patch);
}
