/* The order of a sweep (assembly/solver/colours.ts). Pairs are cut into blocks of 128 along the curve, and blocks into patches that get
 * colours such that patches of one colour share no body. A sweep takes the colours in random order, the patches of a colour
 * along the curve, the blocks of a patch and the pairs of a block in random order. The random numbers inside depend on the sweep and
 * the place only, so that any thread could draw them. */
#include "lattice.h"

enum { BLOCK = 128, COLOURS = 64, LARGEST_PATCH = 64, MANY = 256 };
static int blocks, patch_size, patches, colours;
static uint32_t *by_colour;          /* patches, those of a colour together, along the curve */
static int colour_start[COLOURS + 1];
static uint32_t *block_bodies;       /* of each block, each body once, with room for all to differ */
static int *body_count;
static uint64_t state = 1;

static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
/** SplitMix64: the next state, and of it a number below n. */
static uint32_t below(uint64_t *at, uint32_t n) {
  return (uint32_t)(((mix(*at += 0x9e3779b97f4a7c15u) >> 32) * n) >> 32);
}
static void shuffle(uint32_t *order, int count, uint64_t *at) {
  for (int k = count - 1; k > 0; k--) {
    uint32_t other = below(at, k + 1), kept = order[k];
    order[k] = order[other];
    order[other] = kept;
  }
}
/** The same for a few, numbered in single bytes; four draws from each number of the generator. */
static void shuffle_few(uint8_t *order, int count, uint64_t at) {
  uint64_t bits = 0;
  for (int k = 0; k < count; k++) order[k] = k;
  for (int k = count - 1; k > 0; k--) {
    if ((k & 3) == 3 || k == count - 1) bits = mix(at += 0x9e3779b97f4a7c15u);
    uint8_t *other = order + (((bits & 0xffff) * (k + 1)) >> 16), kept = order[k];
    bits >>= 16;
    order[k] = *other;
    *other = kept;
  }
}

static int size_of(int block) { return dealt - block * BLOCK < BLOCK ? dealt - block * BLOCK : BLOCK; }

static int end_of(int patch) { return (patch + 1) * patch_size < blocks ? (patch + 1) * patch_size : blocks; }

/** A patch gets the least used of the colours that none of its bodies has, or a new one. */
static void colour_patches(void) {
  blocks = (dealt + BLOCK - 1) / BLOCK;
  patch_size = blocks / MANY < 1 ? 1 : blocks / MANY > LARGEST_PATCH ? LARGEST_PATCH : blocks / MANY;
  patches = (blocks + patch_size - 1) / patch_size;
  by_colour = malloc(sizeof(uint32_t) * patches);
  uint8_t *colour = malloc(patches);
  uint64_t *taken = calloc(grains, sizeof(uint64_t)); /* a bit a colour; surfaces belong to one contact each */
  int used[COLOURS] = {0};
  for (int k = 0; k < patches; k++) {
    uint64_t forbidden = 0;
    int last = end_of(k) - 1;
    pair *first = &pairs[k * patch_size * BLOCK], *end = &pairs[last * BLOCK] + size_of(last);
    for (pair *r = first; r < end; r++)
      for (int d = 0; d < 4; d++)
        if (r->word[d] < (uint32_t)grains) forbidden |= taken[r->word[d]];
    int chosen = -1;
    for (int c = 0; c < colours; c++)
      if (!(forbidden >> c & 1) && (chosen < 0 || used[c] < used[chosen])) chosen = c;
    if (chosen < 0) chosen = colours++;
    if (chosen >= COLOURS) abort(); /* a patch of a lattice has far fewer neighbours */
    for (pair *r = first; r < end; r++)
      for (int d = 0; d < 4; d++)
        if (r->word[d] < (uint32_t)grains) taken[r->word[d]] |= (uint64_t)1 << chosen;
    colour[k] = chosen, used[chosen]++;
  }
  for (int c = 0; c < colours; c++) colour_start[c + 1] = colour_start[c] + used[c];
  int next[COLOURS];
  memcpy(next, colour_start, sizeof next);
  for (int k = 0; k < patches; k++) by_colour[next[colour[k]]++] = k;
  free(colour);
  free(taken);
}

static uint32_t *bodies_of(int block) { return &block_bodies[(size_t)block * BLOCK * 4]; }

static void list_bodies(void) {
  int *listed = malloc(sizeof(int) * (grains + surfaces + 2)); /* the block that has the body, of those so far the last */
  memset(listed, 0xff, sizeof(int) * (grains + surfaces + 2));
  block_bodies = malloc(sizeof(uint32_t) * BLOCK * 4 * (size_t)blocks);
  body_count = calloc(blocks, sizeof(int));
  for (int block = 0; block < blocks; block++)
    for (int e = 0; e < size_of(block); e++)
      for (int d = 0; d < 4; d++) {
        uint32_t body = pairs[block * BLOCK + e].word[d] & BODY_MASK;
        if (listed[body] == block) continue;
        listed[body] = block;
        bodies_of(block)[body_count[block]++] = body;
      }
  free(listed);
}

/** Writes the blocks in the order of the next sweep. */
static void arrange_blocks(uint32_t *sequence, uint64_t seed) {
  uint32_t order[COLOURS];
  uint8_t inside[LARGEST_PATCH];
  for (int c = 0; c < colours; c++) order[c] = c;
  shuffle(order, colours, &state);
  for (int c = 0; c < colours; c++)
    for (int k = colour_start[order[c]]; k < colour_start[order[c] + 1]; k++) {
      int first = by_colour[k] * patch_size, count = end_of(by_colour[k]) - first;
      shuffle_few(inside, count, mix(seed ^ ~by_colour[k]));
      for (int e = 0; e < count; e++) *sequence++ = first + inside[e];
    }
}
