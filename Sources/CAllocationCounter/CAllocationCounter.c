#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define C_ALLOCATION_COUNTER_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(C_ALLOCATION_COUNTER_SANITIZED)

// Counting per thread keeps counts exact while other threads work, and needs no atomics.
// The program's own definitions below win over those of libc, for libc's callers too.

static _Thread_local bool isCounting;
static _Thread_local uint64_t count;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static inline void note(void) {
    if (isCounting) {
        count += 1;
    }
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    note();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    note();
    void *found = __libc_memalign(alignment, size);
    if (found == NULL) {
        return ENOMEM;
    }
    *block = found;
    return 0;
}

bool CAllocationCounter_isAvailable(void) {
    return true;
}

void CAllocationCounter_start(void) {
    count = 0;
    isCounting = true;
}

uint64_t CAllocationCounter_stop(void) {
    isCounting = false;
    return count;
}

#else

bool CAllocationCounter_isAvailable(void) {
    return false;
}

void CAllocationCounter_start(void) {
}

uint64_t CAllocationCounter_stop(void) {
    return 0;
}

#endif
