/* Feeds mutated inputs to the scanner's kernel and checks what must hold of its rows.
 *
 *     fuzz_scan [SECONDS [SEED]]
 *
 * Built by `make sanitize` with AddressSanitizer and UndefinedBehaviorSanitizer. Every window,
 * column, stack and damage buffer is a heap block of exactly the size that the kernel is told, so
 * one byte too far is seen. Buffers start with room for one entry and grow by one when the kernel
 * asks. */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "_scan.h"

enum { LARGEST = 4096, MESSAGES = 4, SLOTS = MESSAGES << 6 };

static uint64_t seed, lottery;

#define CHECK(what) \
    do { \
        if (!(what)) { \
            fprintf(stderr, "line %d, seed %" PRIu64 ": no %s\n", __LINE__, seed, #what); \
            abort(); \
        } \
    } while (0)

static uint64_t chance(uint64_t sides) /* xorshift64* */
{
    lottery ^= lottery >> 12;
    lottery ^= lottery << 25;
    lottery ^= lottery >> 27;
    return (lottery * 2685821657736338717u >> 11) % sides;
}

/* ---- input: records of a schema in which messages 1 to 3 hold each other, then faults ---- */

static int64_t put_varint(uint8_t *out, uint64_t value, int pad)
{
    int64_t n = 0;
    while (value > 0x7F || n + 1 < pad) {
        out[n++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    out[n++] = (uint8_t)value;
    return n;
}

static int64_t put_record(uint8_t *out, int64_t room, int depth);

static int64_t put_records(uint8_t *out, int64_t room, int depth)
{
    int64_t n = 0;
    for (uint64_t count = chance(6); count; count--)
        n += put_record(out + n, room - n, depth);
    return n;
}

static int64_t put_length_record(uint8_t *out, uint64_t number, int64_t room, int depth)
{
    uint8_t inner[LARGEST];
    int64_t size = depth ? put_records(inner, room - 32, depth - 1) : (int64_t)chance(9);
    int64_t n = put_varint(out, number << 3 | 2, chance(9) ? 0 : 5);
    if (!depth)
        memset(inner, 'x', (size_t)size);
    n += put_varint(out + n, (uint64_t)size, chance(9) ? 0 : 10);
    memcpy(out + n, inner, (size_t)size);
    return n + size;
}

static int64_t put_group(uint8_t *out, uint64_t number, int64_t room, int depth)
{
    int64_t n = put_varint(out, number << 3 | 3, 0);
    if (depth)
        n += put_records(out + n, room - 32, depth - 1);
    return n + put_varint(out + n, number << 3 | 4, chance(9) ? 0 : 5);
}

static int64_t put_record(uint8_t *out, int64_t room, int depth)
{
    const uint64_t number = chance(12) ? 1 + chance(5) : 60 + chance(10);
    int64_t n;
    if (room < 64)
        return 0;
    switch (chance(6)) {
    case 0:
        n = put_varint(out, number << 3, chance(9) ? 0 : 5);
        return n + put_varint(out + n, chance(300), chance(9) ? 0 : 10);
    case 1:
        n = put_varint(out, number << 3 | (chance(2) ? 1 : 5), 0);
        memset(out + n, 0x80, 8);
        return n + ((out[0] & 7) == 1 ? 8 : 4);
    case 2:
        return put_group(out, number, room, depth);
    default:
        return put_length_record(out, number, room, depth);
    }
}

static int64_t mutate(uint8_t *data, int64_t size)
{
    const int64_t at = (int64_t)chance((uint64_t)size + 1), left = size - at;
    const int64_t extent = 1 + (int64_t)chance(12);
    switch (chance(5)) {
    case 0: /* cut */
        return at;
    case 1: /* drop */
        if (left <= extent)
            return at;
        memmove(data + at, data + at + extent, (size_t)(left - extent));
        return size - extent;
    case 2: /* insert */
        if (size + extent > LARGEST)
            return size;
        memmove(data + at + extent, data + at, (size_t)left);
        memset(data + at, chance(2) ? 0x80 : (int)chance(256), (size_t)extent);
        return size + extent;
    default: /* change */
        if (left)
            data[at] = (uint8_t)chance(256);
        return size;
    }
}

static int64_t make_input(uint8_t *data)
{
    int64_t size = 0;
    const int64_t wanted = (int64_t)chance(chance(8) ? 300 : 3000);
    for (int i = 0; i < 50 && size < wanted; i++)
        size += put_record(data + size, LARGEST - size, (int)chance(8));
    for (uint64_t faults = chance(4); faults; faults--)
        size = mutate(data, size);
    return size;
}

static void make_schema(uint16_t *child)
{
    memset(child, 0, SLOTS * sizeof *child);
    for (int message = 1; message < MESSAGES; message++) {
        for (int number = 1; number < 4; number++)
            child[message << 6 | number] = (uint16_t)(1 + (message + number) % (MESSAGES - 1));
        child[message << 6 | 4] = 1000; /* a message beyond the table */
    }
}

/* ---- the scan, over buffers that are as large as they are said to be ---- */

static void *resized(void *block, int64_t count, size_t width)
{
    void *larger = realloc(block, (size_t)count * width);
    CHECK(larger);
    return larger;
}

static void grow_rows(scan_state *s, int64_t room)
{
    s->row_limit = room;
    s->start = resized(s->start, room, sizeof *s->start);
    s->next = resized(s->next, room, sizeof *s->next);
    s->parent = resized(s->parent, room, sizeof *s->parent);
    s->slot = resized(s->slot, room, sizeof *s->slot);
    s->head = resized(s->head, room, sizeof *s->head);
}

static void grow_stack(scan_state *s)
{
    s->stack_limit++;
    s->stack = resized(s->stack, s->stack_limit, sizeof *s->stack);
}

/* The kernel is told of one less than there is, as in _scan.c. */
static void grow_damage(scan_state *s)
{
    s->damage_limit++;
    s->damage_row = resized(s->damage_row, s->damage_limit + 1, sizeof *s->damage_row);
    s->damage_reason = resized(s->damage_reason, s->damage_limit + 1, sizeof *s->damage_reason);
}

static void begin(scan_state *s, int64_t size, const uint16_t *child)
{
    memset(s, 0, sizeof *s);
    grow_rows(s, 1);
    grow_stack(s);
    grow_damage(s);
    s->start[0] = 0, s->next[0] = 1, s->parent[0] = 0, s->slot[0] = 0, s->head[0] = 2;
    s->stack[0] = (scan_frame){.end = size, .message = 1};
    s->rows = s->depth = 1;
    s->size = size;
    s->child = child;
    s->slots = SLOTS;
}

static void end(scan_state *s)
{
    free(s->start), free(s->next), free(s->parent), free(s->slot), free(s->head);
    free(s->stack), free(s->damage_row), free(s->damage_reason);
}

/* Scan with windows of up to most bytes, each a block of its own. Returns the last status. */
static int scan_all(scan_state *s, const uint8_t *data, int64_t most, int64_t budget)
{
    for (int status;;) {
        int64_t size = 1 + (int64_t)chance((uint64_t)most);
        s->base = s->position > 3 ? s->position - (int64_t)chance(3) : s->position;
        if (size > s->size - s->base)
            size = s->size - s->base;
        uint8_t *window = resized(NULL, size ? size : 1, 1);
        memcpy(window, data + s->base, (size_t)size);
        s->window = window, s->window_size = size;
        do {
            status = scan_run(s);
            if (status == SCAN_NEED_STACK)
                grow_stack(s);
            else if (status == SCAN_NEED_DAMAGE)
                grow_damage(s);
            else if (status == SCAN_FULL && s->row_limit < budget)
                grow_rows(s, s->row_limit + 1);
            else
                break;
        } while (1);
        free(window);
        if (status != SCAN_NEED_BYTES)
            return status;
    }
}

/* ---- what must hold ---- */

static int64_t end_of(const scan_state *s, int64_t row)
{
    return s->next[row] < s->rows ? s->start[s->next[row]] : s->size;
}

static void check_row(const scan_state *s, int64_t row)
{
    const int64_t header = s->head[row] >> 3, parent = s->parent[row];
    const int wire_type = s->head[row] & 7;
    CHECK(parent < row && row < s->next[row] && s->next[row] <= s->next[parent]);
    CHECK(s->start[row] + header <= end_of(s, row) && s->start[row] < end_of(s, row));
    CHECK(wire_type == 7 ? header == 0 : header >= 1 && header <= 15 && wire_type != 6);
    CHECK(s->next[row] == row + 1 || wire_type == 2 || wire_type == 3);
    if (row == parent + 1)
        CHECK(s->start[row] == s->start[parent] + (parent ? s->head[parent] >> 3 : 0));
    else
        CHECK(s->start[row] > s->start[row - 1]);
    if (end_of(s, row) < end_of(s, parent)) /* siblings touch */
        CHECK(s->parent[s->next[row]] == parent);
}

static void check_rows(const scan_state *s)
{
    int64_t malformed = 0, faults = 0;
    CHECK(s->start[0] == 0 && s->next[0] == s->rows && s->position == s->size);
    for (int64_t row = 1; row < s->rows; row++) {
        check_row(s, row);
        malformed += (s->head[row] & 7) == 7;
    }
    for (int64_t i = 0; i < s->damages; i++) {
        const int why = s->damage_reason[i], wire_type = s->head[s->damage_row[i]] & 7;
        CHECK(s->damage_row[i] >= 1 && s->damage_row[i] < s->rows);
        CHECK(wire_type == (why == CLIPPED ? 2 : why == GROUP_OPEN ? 3 : 7));
        faults += wire_type == 7;
    }
    CHECK(malformed == faults);
}

static void check_same(const scan_state *a, const scan_state *b)
{
    CHECK(a->rows == b->rows && a->damages == b->damages);
    const size_t rows = (size_t)a->rows, damages = (size_t)a->damages;
    CHECK(!memcmp(a->start, b->start, rows * sizeof *a->start));
    CHECK(!memcmp(a->next, b->next, rows * sizeof *a->next));
    CHECK(!memcmp(a->parent, b->parent, rows * sizeof *a->parent));
    CHECK(!memcmp(a->slot, b->slot, rows * sizeof *a->slot));
    CHECK(!memcmp(a->head, b->head, rows * sizeof *a->head));
    CHECK(!memcmp(a->damage_row, b->damage_row, damages * sizeof *a->damage_row));
    CHECK(!memcmp(a->damage_reason, b->damage_reason, damages));
}

/* One input: at once, in small windows, and with a budget that ends early. */
static int64_t try_one(uint8_t *data, const uint16_t *child)
{
    const int64_t size = make_input(data);
    scan_state whole, parts, few;
    begin(&whole, size, child);
    CHECK(scan_all(&whole, data, size + 64, INT64_MAX) == SCAN_DONE);
    check_rows(&whole);
    begin(&parts, size, child);
    CHECK(scan_all(&parts, data, 16 + (int64_t)chance(50), INT64_MAX) == SCAN_DONE);
    check_same(&whole, &parts);
    begin(&few, size, child);
    const int64_t budget = 1 + (int64_t)chance((uint64_t)whole.rows);
    const int status = scan_all(&few, data, size + 64, budget);
    CHECK(budget < whole.rows ? status == SCAN_FULL && few.rows == budget : status == SCAN_DONE);
    CHECK(!memcmp(whole.start, few.start, (size_t)few.rows * sizeof *few.start));
    const int64_t rows = whole.rows;
    end(&whole), end(&parts), end(&few);
    return rows;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? atof(argv[1]) : 20;
    uint16_t *child = resized(NULL, SLOTS, sizeof *child);
    uint8_t *data = resized(NULL, LARGEST, 1);
    int64_t inputs = 0, rows = 0;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    make_schema(child);
    for (const double until = now() + seconds; inputs == 0 || now() < until; seed++, inputs++) {
        lottery = seed * 0x9E3779B97F4A7C15u | 1;
        rows += try_one(data, child);
    }
    printf("%" PRId64 " inputs, %" PRId64 " rows, no fault\n", inputs, rows);
    free(child), free(data);
    return 0;
}
