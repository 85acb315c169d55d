/* The scanner's kernel: the algorithm of scan.py without allocation and without libc. */
#ifndef ONNXLENS_SCAN_H
#define ONNXLENS_SCAN_H

#include <stdint.h>

enum { SCAN_DONE, SCAN_NEED_BYTES, SCAN_FULL, SCAN_NEED_STACK, SCAN_NEED_DAMAGE };

enum {
    TAG_CUT = 1, TAG_LONG, FIELD_ZERO, WIRE_TYPE, END_GROUP, LENGTH_CUT, LENGTH_LONG,
    VALUE_CUT, VALUE_LONG, CLIPPED, GROUP_OPEN
};

/* tag and length: beyond this distance from a window's end a header may be incomplete */
#define LONGEST_HEAD 15

/* A message or group that is open. */
typedef struct {
    int64_t end;      /* offset where it ends at the latest */
    uint32_t row;     /* its row */
    uint32_t message; /* message id of what it holds, 0 for none */
    uint32_t group;   /* field number of a group, 0 for a message */
    uint32_t unused;
} scan_frame;

/* What one call continues, reads and fills; all buffers belong to the caller. */
typedef struct {
    int64_t position, rows, depth, damages; /* continued from call to call */
    int64_t size;                           /* of the file */
    const uint8_t *window;                  /* the file's bytes from base to base + window_size */
    int64_t base, window_size;
    const uint16_t *child; /* slot -> message id */
    int64_t slots;
    int64_t *start; /* columns, with room for row_limit rows */
    uint32_t *next, *parent;
    uint16_t *slot;
    uint8_t *head;
    int64_t row_limit;
    scan_frame *stack;
    int64_t stack_limit;
    uint32_t *damage_row;
    uint8_t *damage_reason;
    int64_t damage_limit;
} scan_state;

/* Bytes that a varint takes at p: 0 if cut off after left bytes, -1 if over most bytes. */
static inline int scan_varint(const uint8_t *p, int64_t left, int most, uint64_t *value)
{
    uint64_t sum = 0;
    for (int i = 0; i < most; i++) {
        if (i >= left)
            return 0;
        sum |= (uint64_t)(p[i] & 0x7F) << (7 * i);
        if (p[i] < 0x80) {
            *value = sum;
            return i + 1;
        }
    }
    return -1;
}

static inline void scan_damage(scan_state *s, int64_t row, uint8_t why)
{
    s->damage_row[s->damages] = (uint32_t)row;
    s->damage_reason[s->damages] = why;
    s->damages++;
}

static int scan_run(scan_state *s)
{
    int64_t position = s->position, rows = s->rows;
    const int64_t window_end = s->base + s->window_size;
    const int64_t safe = window_end < s->size ? window_end - LONGEST_HEAD : s->size;
    scan_frame top = s->stack[s->depth - 1];
    int status;

    for (;;) {
        while (position >= top.end) {
            if (top.group) {
                if (s->damages >= s->damage_limit) {
                    status = SCAN_NEED_DAMAGE;
                    goto out;
                }
                scan_damage(s, top.row, GROUP_OPEN);
            }
            s->next[top.row] = (uint32_t)rows;
            if (--s->depth == 0) {
                status = SCAN_DONE;
                goto out;
            }
            top = s->stack[s->depth - 1];
        }
        if (position > safe) {
            status = SCAN_NEED_BYTES;
            break;
        }
        if (rows >= s->row_limit) {
            status = SCAN_FULL;
            break;
        }
        if (s->depth >= s->stack_limit) {
            status = SCAN_NEED_STACK;
            break;
        }
        if (s->damages >= s->damage_limit) {
            status = SCAN_NEED_DAMAGE;
            break;
        }

        const uint8_t *p = s->window + (position - s->base);
        const int64_t left = top.end - position; /* at least 1 */
        uint64_t tag = p[0], value;
        int n = 1, k;
        uint8_t bad = 0;
        int64_t after = position, opened = -1;
        uint32_t number = 0, wire_type = 0;

        if (tag >= 0x80) {
            n = scan_varint(p, left, 5, &tag);
            if (n <= 0)
                bad = n < 0 ? TAG_LONG : TAG_CUT;
            else if (tag >> 32)
                bad = TAG_LONG;
        }
        if (!bad) {
            number = (uint32_t)(tag >> 3);
            wire_type = (uint32_t)(tag & 7);
            if (number == 0) {
                bad = FIELD_ZERO;
                goto write;
            }
            switch (wire_type) {
            case 2:
                k = scan_varint(p + n, left - n, 10, &value);
                if (k <= 0) {
                    bad = k < 0 ? LENGTH_LONG : LENGTH_CUT;
                    break;
                }
                n += k;
                if (value > (uint64_t)(left - n)) {
                    value = (uint64_t)(left - n);
                    scan_damage(s, rows, CLIPPED);
                }
                after = position + n + (int64_t)value;
                if (number < 64 && value) {
                    const int64_t at = (int64_t)top.message << 6 | number;
                    if (at < s->slots && s->child[at])
                        opened = s->child[at];
                }
                break;
            case 0:
                k = scan_varint(p + n, left - n, 10, &value);
                if (k <= 0)
                    bad = k < 0 ? VALUE_LONG : VALUE_CUT;
                after = position + n + k;
                break;
            case 5:
            case 1:
                k = wire_type == 5 ? 4 : 8;
                if (left - n < k)
                    bad = VALUE_CUT;
                after = position + n + k;
                break;
            case 3:
                after = position + n;
                opened = 0;
                break;
            case 4:
                after = position + n;
                if (top.group != number)
                    bad = END_GROUP;
                break;
            default:
                bad = WIRE_TYPE;
            }
        }
    write:
        s->start[rows] = position;
        s->next[rows] = (uint32_t)(rows + 1);
        s->parent[rows] = top.row;
        if (bad) {
            s->slot[rows] = (uint16_t)(top.message << 6);
            s->head[rows] = 7;
            scan_damage(s, rows, bad);
            rows++;
            position = top.end;
            /* the groups that are cut off with it have no fault of their own */
            for (int64_t i = s->depth - 1; s->stack[i].group; i--)
                s->stack[i].group = 0;
            top.group = 0;
            continue;
        }
        s->slot[rows] = (uint16_t)(top.message << 6 | (number < 64 ? number : 0));
        s->head[rows] = (uint8_t)(n << 3 | wire_type);
        rows++;
        if (opened >= 0) {
            position += n;
            if (wire_type == 2)
                top.end = after;
            top.row = (uint32_t)(rows - 1);
            top.message = (uint32_t)opened;
            top.group = wire_type == 3 ? number : 0;
            s->stack[s->depth++] = top;
        } else {
            position = after;
            if (wire_type == 4) {
                s->next[top.row] = (uint32_t)rows;
                s->depth--;
                top = s->stack[s->depth - 1];
            }
        }
    }
out:
    s->position = position;
    s->rows = rows;
    return status;
}

#endif
