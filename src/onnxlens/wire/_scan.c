/* Binding of the scanner's kernel to Python, in the stable ABI of 3.11. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "_scan.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

/* scan(state, window, base, columns..., stack, damage..., child) -> status
 * state: five writable int64: position, rows, depth, damages, size. */
enum { STATE, WINDOW, START, NEXT, PARENT, SLOT, HEAD, STACK, DAMAGE_ROW, DAMAGE_REASON, CHILD,
       BUFFERS };

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static void set_up(scan_state *s, Py_buffer *b, int64_t base)
{
    const int64_t *state = b[STATE].buf;
    s->position = state[0];
    s->rows = state[1];
    s->depth = state[2];
    s->damages = state[3];
    s->size = state[4];
    s->window = b[WINDOW].buf;
    s->window_size = b[WINDOW].len;
    s->base = base;
    s->start = b[START].buf;
    s->next = b[NEXT].buf;
    s->parent = b[PARENT].buf;
    s->slot = b[SLOT].buf;
    s->head = b[HEAD].buf;
    s->row_limit = least(least(b[START].len / 8, b[NEXT].len / 4),
                         least(b[PARENT].len / 4, least(b[SLOT].len / 2, b[HEAD].len)));
    s->row_limit = least(s->row_limit, UINT32_MAX);
    s->stack = b[STACK].buf;
    s->stack_limit = b[STACK].len / (int64_t)sizeof(scan_frame);
    s->damage_row = b[DAMAGE_ROW].buf;
    s->damage_reason = b[DAMAGE_REASON].buf;
    /* one record may add two: a clipped length, and a group that was open before it */
    s->damage_limit = least(b[DAMAGE_ROW].len / 4, b[DAMAGE_REASON].len) - 1;
    s->child = b[CHILD].buf;
    s->slots = b[CHILD].len / 2;
}

static int sound(const scan_state *s, const Py_buffer *state)
{
    return state->len == 40 && s->rows >= 1 && s->rows <= s->row_limit && s->depth >= 1 &&
           s->depth <= s->stack_limit && s->damages >= 0 && s->base >= 0 && s->base <= s->position &&
           s->window_size <= s->size - s->base;
}

static PyObject *scan(PyObject *module, PyObject *args)
{
    PyObject *objects[BUFFERS];
    Py_buffer buffers[BUFFERS];
    long long base;
    int held = 0, status = -1;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOLOOOOOOOOO", &objects[STATE], &objects[WINDOW], &base,
                          &objects[START], &objects[NEXT], &objects[PARENT], &objects[SLOT],
                          &objects[HEAD], &objects[STACK], &objects[DAMAGE_ROW],
                          &objects[DAMAGE_REASON], &objects[CHILD]))
        return NULL;
    for (; held < BUFFERS; held++) {
        int writable = held != WINDOW && held != CHILD;
        if (PyObject_GetBuffer(objects[held], &buffers[held],
                               writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0)
            goto out;
    }
    scan_state s;
    set_up(&s, buffers, base);
    if (!sound(&s, &buffers[STATE])) {
        PyErr_SetString(PyExc_ValueError, "inconsistent scan state");
        goto out;
    }
    Py_BEGIN_ALLOW_THREADS
    status = scan_run(&s);
    Py_END_ALLOW_THREADS
    int64_t *state = buffers[STATE].buf;
    state[0] = s.position;
    state[1] = s.rows;
    state[2] = s.depth;
    state[3] = s.damages;
out:
    while (held-- > 0)
        PyBuffer_Release(&buffers[held]);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(status);
}

/* Ask for huge pages inside a large buffer: first touch of small pages costs more than the scan. */
static void prefer_huge_pages(char *buffer, Py_ssize_t size)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const uintptr_t page = 4096;
    uintptr_t start = ((uintptr_t)buffer + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)buffer + (uintptr_t)size) / page * page;
    if (size >= 1 << 22 && start < end)
        madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
    (void)buffer, (void)size;
#endif
}

/* Resize a bytearray in place without filling it: zeroing the columns would cost half of the
 * scan. What it held stays, as far as it fits; the rest is undefined. */
static PyObject *resize(PyObject *module, PyObject *args)
{
    PyObject *array;
    Py_ssize_t size;
    (void)module;
    if (!PyArg_ParseTuple(args, "On", &array, &size))
        return NULL;
    if (!PyByteArray_Check(array) || size < 0) {
        PyErr_SetString(PyExc_TypeError, "needed a bytearray and a size of 0 or more");
        return NULL;
    }
    if (PyByteArray_Resize(array, size) < 0)
        return NULL;
    prefer_huge_pages(PyByteArray_AsString(array), size);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"scan", scan, METH_VARARGS, "Continue a scan with one window of bytes."},
    {"resize", resize, METH_VARARGS, "Resize a bytearray in place, new content undefined."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_scan", "The scanner's kernel, compiled.", -1, methods,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__scan(void) { return PyModule_Create(&definition); }
