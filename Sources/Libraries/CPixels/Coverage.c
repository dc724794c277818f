#include "CPixels.h"
#include "Vectors.h"

#include <math.h>
#include <stdlib.h>

// A cell's value for full coverage of a pixel.
#define WHOLE (1 << 20)
// Sides that are closer than this, in pixels, meet.
#define NEAR 1e-6
// With more overlapping pieces than this in a row, intersections are not computed.
#define MOST_PIECES 24
// Such a row is sampled in STRETCHES sub-rows instead, or in fewer if it has more than CROWD
// pieces.
#define STRETCHES 16
#define CROWD 512
#define STRETCHES_OF_CROWD 4

// The part of a side that lies in a row, or a part of that part.
typedef struct {
  double top, bottom, left_top, left_bottom, low, high;
  int32_t direction;
  // The side's.
  uint32_t number;
} piece;

typedef struct {
  int32_t first, last;
} interval;

struct cpixels_outline {
  const cpixels_side *sides;
  size_t count, next, active_count;
  double width;
  int even_odd;
  uint32_t *active;
  piece *pieces, *edges;
  interval *intervals;
  cpixels_run *runs;
  int32_t *cells;
};

cpixels_outline *cpixels_outline_make(const cpixels_side *sides, size_t count, int32_t width, int even_odd) {
  size_t cells = (size_t)width + 3;
  size_t bytes = sizeof(cpixels_outline) + count * (2 * sizeof(piece) + sizeof(interval) + sizeof(uint32_t)) +
                 cells * (sizeof(int32_t) + sizeof(cpixels_run));
  cpixels_outline *outline = malloc(bytes);
  if (!outline) return NULL;
  *outline = (cpixels_outline){.sides = sides, .count = count, .width = width, .even_odd = even_odd};
  outline->pieces = (piece *)(outline + 1);
  outline->edges = outline->pieces + count;
  outline->intervals = (interval *)(outline->edges + count);
  outline->active = (uint32_t *)(outline->intervals + count);
  outline->cells = (int32_t *)(outline->active + count);
  outline->runs = (cpixels_run *)(outline->cells + cells);
  memset(outline->cells, 0, cells * sizeof(int32_t));
  return outline;
}

void cpixels_outline_free(cpixels_outline *outline) { free(outline); }

// -1...1 in parts of a whole pixel, rounded: the lowest bits of a number of this size are the whole part.
INLINE int32_t fixed_area(double area) {
  double number = area * WHOLE + 0x1.8p52;
  int64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return (int32_t)bits;
}

INLINE uint32_t level_of(int32_t sum) {
  int32_t area = sum < 0 ? 0 : sum > WHOLE ? WHOLE : sum;
  return (uint32_t)(area * 255 + WHOLE / 2) >> 20;
}

// Adds the area to the right of a line from a to b: `height` is the line's, negative to subtract.
INLINE void add_line(int32_t *cells, double height, double a, double b) {
  double low = a < b ? a : b, high = a < b ? b : a;
  int32_t first = (int32_t)low, last = (int32_t)high;
  int32_t all = fixed_area(height);
  if (first == last) {
    int32_t here = fixed_area(height * (1 - ((low + high) / 2 - first)));
    cells[first] += here;
    cells[first + 1] += all - here;
    return;
  }
  double steep = height / (high - low), head = first + 1 - low, tail = high - last;
  int32_t before = fixed_area(steep * head * head / 2);
  cells[first] += before;
  for (int32_t pixel = first + 1; pixel < last; pixel++) {
    int32_t covered = fixed_area(steep * (pixel + 0.5 - low));
    cells[pixel] += covered - before;
    before = covered;
  }
  int32_t covered = fixed_area(height - steep * tail * tail / 2);
  cells[last] += covered - before;
  cells[last + 1] += all - covered;
}

INLINE double least(double a, double b) { return a < b ? a : b; }

INLINE double most(double a, double b) { return a > b ? a : b; }

INLINE int is_inside(const cpixels_outline *outline, int winding) {
  return outline->even_odd ? winding & 1 : winding != 0;
}

INLINE double place_at(const piece *p, double y) {
  if (y <= p->top) return p->left_top;
  if (y >= p->bottom) return p->left_bottom;
  return p->left_top + (p->left_bottom - p->left_top) * ((y - p->top) / (p->bottom - p->top));
}

// Adds pieces of one height that do not cross, from left to right.
static void add_ordered(cpixels_outline *outline, const piece *edges, size_t count, double height, int winding) {
  int inside = is_inside(outline, winding);
  for (size_t i = 0; i < count; i++) {
    winding += edges[i].direction;
    int next = is_inside(outline, winding);
    if (next != inside) add_line(outline->cells, next ? height : -height, edges[i].left_top, edges[i].left_bottom);
    inside = next;
  }
}

// Insertion sort, since the pieces of a row are usually nearly in the order of the row before. Too
// many moves (an outline made to be slow) fall back to qsort. Both give the same order.
#define SORT(name, is_after)                                                          \
  static int compare_##name(const void *a, const void *b) {                           \
    const piece *x = a, *y = b;                                                       \
    return is_after(x, y) ? 1 : is_after(y, x) ? -1 : 0;                              \
  }                                                                                   \
  static void sort_##name(piece *pieces, size_t count) {                              \
    size_t moves = 16 * count + 64;                                                   \
    for (size_t i = 1; i < count; i++) {                                              \
      piece p = pieces[i];                                                            \
      size_t at = i;                                                                  \
      for (; at > 0 && moves > 0 && is_after(pieces + at - 1, &p); at--, moves--)     \
        pieces[at] = pieces[at - 1];                                                  \
      pieces[at] = p;                                                                 \
      if (moves == 0) {                                                               \
        qsort(pieces, count, sizeof *pieces, compare_##name);                         \
        return;                                                                       \
      }                                                                               \
    }                                                                                 \
  }

INLINE int begins_after(const piece *a, const piece *b) {
  return a->low != b->low ? a->low > b->low : a->number > b->number;
}

INLINE int lies_after(const piece *a, const piece *b) {
  double x = a->left_top + a->left_bottom, y = b->left_top + b->left_bottom;
  return x != y ? x > y : a->number > b->number;
}

SORT(starts, begins_after)
SORT(middles, lies_after)

// Adds the area covered by pieces between two heights between which none begins, ends or crosses
// another, or for which the middle is taken as a sample.
static void add_stretch(
    cpixels_outline *outline, const piece *pieces, size_t count, double top, double bottom, int winding) {
  double middle = (top + bottom) / 2;
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    const piece *p = pieces + i;
    if (p->top > middle || p->bottom <= middle) continue;
    piece edge = *p;
    edge.left_top = place_at(p, top);
    edge.left_bottom = place_at(p, bottom);
    outline->edges[found++] = edge;
  }
  sort_middles(outline->edges, found);
  add_ordered(outline, outline->edges, found, bottom - top, winding);
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// Most are few.
static void sort_numbers(double *numbers, size_t count) {
  if (count > 24) {
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    double number = numbers[i];
    size_t at = i;
    for (; at > 0 && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1];
    numbers[at] = number;
  }
}

// Adds the area covered by overlapping pieces: split at all heights at which one begins, ends or
// crosses another.
static void add_crossing(
    cpixels_outline *outline, const piece *pieces, size_t count, double top, int winding) {
  if (count > MOST_PIECES) {
    int stretches = count > CROWD ? STRETCHES_OF_CROWD : STRETCHES;
    for (int i = 0; i < stretches; i++) {
      double from = top + (double)i / stretches, to = top + (double)(i + 1) / stretches;
      add_stretch(outline, pieces, count, from, to, winding);
    }
    return;
  }
  double heights[2 * MOST_PIECES + MOST_PIECES * (MOST_PIECES - 1) / 2];
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    heights[found++] = pieces[i].top;
    heights[found++] = pieces[i].bottom;
    for (size_t j = 0; j < i; j++) {
      double from = most(pieces[i].top, pieces[j].top), to = least(pieces[i].bottom, pieces[j].bottom);
      if (from >= to || pieces[i].low > pieces[j].high || pieces[j].low > pieces[i].high) continue;
      double before = place_at(pieces + i, from) - place_at(pieces + j, from);
      double after = place_at(pieces + i, to) - place_at(pieces + j, to);
      if ((before < 0) != (after < 0)) heights[found++] = from + (to - from) * (before / (before - after));
    }
  }
  sort_numbers(heights, found);
  for (size_t i = 1; i < found; i++) {
    if (heights[i] > heights[i - 1]) add_stretch(outline, pieces, count, heights[i - 1], heights[i], winding);
  }
}

// Whether pieces go through the whole row and do not cross; then they are edges, from left to right.
static int are_ordered(cpixels_outline *outline, const piece *pieces, size_t count, double top) {
  for (size_t i = 0; i < count; i++) {
    if (pieces[i].top > top || pieces[i].bottom < top + 1) return 0;
    outline->edges[i] = pieces[i];
  }
  sort_middles(outline->edges, count);
  for (size_t i = 1; i < count; i++) {
    const piece *a = outline->edges + i - 1, *b = a + 1;
    if (a->left_top > b->left_top || a->left_bottom > b->left_bottom) return 0;
  }
  return 1;
}

// Adds pieces that lie apart from all others of the row. `sum` is by how much they change the winding number.
static void add_pieces(
    cpixels_outline *outline, const piece *pieces, size_t count, double top, int winding, double sum) {
  int is_chain = fabs(fabs(sum) - 1) < NEAR;
  for (size_t i = 1; i < count; i++) is_chain &= pieces[i].direction == pieces[0].direction;
  if (is_chain) {
    // One side after another, from the top of the row to its end.
    int before = is_inside(outline, winding), after = is_inside(outline, winding + pieces[0].direction);
    if (before == after) return;
    for (size_t i = 0; i < count; i++) {
      double height = pieces[i].bottom - pieces[i].top;
      add_line(outline->cells, after ? height : -height, pieces[i].left_top, pieces[i].left_bottom);
    }
  } else if (are_ordered(outline, pieces, count, top)) {
    add_ordered(outline, outline->edges, count, 1, winding);
  } else {
    add_crossing(outline, pieces, count, top, winding);
  }
}

// The pieces of the sides in a row, by where they begin from the left.
static size_t find_pieces(cpixels_outline *outline, double top) {
  while (outline->next < outline->count && outline->sides[outline->next].top < top + 1) {
    outline->active[outline->active_count++] = (uint32_t)outline->next++;
  }
  size_t found = 0;
  for (size_t i = 0; i < outline->active_count; i++) {
    const cpixels_side *side = outline->sides + outline->active[i];
    if (side->bottom <= top) continue;
    piece p = {.top = most(side->top, top), .bottom = least(side->bottom, top + 1), .direction = side->direction};
    p.left_top = least(most(side->x + (p.top - side->top) * side->slope, 0), outline->width);
    p.left_bottom = least(most(side->x + (p.bottom - side->top) * side->slope, 0), outline->width);
    p.low = least(p.left_top, p.left_bottom);
    p.high = most(p.left_top, p.left_bottom);
    p.number = outline->active[i];
    outline->pieces[found++] = p;
  }
  sort_starts(outline->pieces, found);
  for (size_t i = 0; i < found; i++) outline->active[i] = outline->pieces[i].number;
  outline->active_count = found;
  return found;
}

// Turns cells into runs, and into zeros.
static size_t write_runs(cpixels_outline *outline, size_t intervals) {
  cpixels_run *runs = outline->runs;
  size_t count = 0;
  int32_t place = 0, sum = 0;
  for (size_t i = 0; i < intervals; i++) {
    if (outline->intervals[i].first > place) {
      uint32_t level = level_of(sum);
      if (level) runs[count++] = (cpixels_run){place, outline->intervals[i].first - place, level};
      place = outline->intervals[i].first;
    }
    for (; place <= outline->intervals[i].last; place++) {
      sum += outline->cells[place];
      outline->cells[place] = 0;
      uint32_t level = level_of(sum);
      if (!level) continue;
      if (count > 0 && runs[count - 1].level == level && runs[count - 1].start + runs[count - 1].count == place) {
        runs[count - 1].count++;
      } else {
        runs[count++] = (cpixels_run){place, 1, level};
      }
    }
  }
  return count;
}

size_t cpixels_outline_cover(cpixels_outline *outline, int32_t row, const cpixels_run **runs) {
  double top = row;
  size_t count = find_pieces(outline, top), intervals = 0, start = 0;
  double total = 0, before = 0, high = 0;
  for (size_t i = 0; i < count; i++) {
    const piece *p = outline->pieces + i;
    high = i == start ? p->high : most(high, p->high);
    total += (p->bottom - p->top) * p->direction;
    int is_last = i + 1 == count;
    // Between pieces that lie apart the winding number is one number.
    if (!is_last && (outline->pieces[i + 1].low <= high + NEAR || fabs(total - nearbyint(total)) > NEAR)) continue;
    add_pieces(
        outline, outline->pieces + start, i + 1 - start, top, (int)nearbyint(before), total - before);
    outline->intervals[intervals++] = (interval){(int32_t)outline->pieces[start].low, (int32_t)high + 1};
    before = total;
    start = i + 1;
  }
  *runs = outline->runs;
  return write_runs(outline, intervals);
}
