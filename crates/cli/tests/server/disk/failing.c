/* A disk that fails on purpose. Loaded before the system's own functions, this counts every call that changes or
   syncs a file whose name contains FAIL_FILE, and lets FAIL_FOR calls fail from the FAIL_AT-th on, with FAIL_ERRNO.
   At the end it writes how many calls there were to FAIL_COUNT. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

static long setting(const char *name, long otherwise) {
    const char *value = getenv(name);
    return value ? atol(value) : otherwise;
}

static int is_ours(int fd) {
    char link[64], path[4096];
    const char *file = getenv("FAIL_FILE");
    if (!file) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return strstr(path, file) != NULL;
}

static int fails(void) {
    long call = atomic_fetch_add(&calls, 1) + 1, first = setting("FAIL_AT", 0);
    if (first == 0 || call < first || call >= first + setting("FAIL_FOR", 1)) return 0;
    errno = (int)setting("FAIL_ERRNO", ENOSPC);
    return 1;
}

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    REAL(pwrite);
    return is_ours(fd) && fails() ? -1 : real(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    REAL(pwrite64);
    return is_ours(fd) && fails() ? -1 : real(fd, bytes, count, at);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL(write);
    return is_ours(fd) && fails() ? -1 : real(fd, bytes, count);
}

int fsync(int fd) {
    REAL(fsync);
    return is_ours(fd) && fails() ? -1 : real(fd);
}

int fdatasync(int fd) {
    REAL(fdatasync);
    return is_ours(fd) && fails() ? -1 : real(fd);
}

int ftruncate(int fd, off_t length) {
    REAL(ftruncate);
    return is_ours(fd) && fails() ? -1 : real(fd, length);
}

int ftruncate64(int fd, off64_t length) {
    REAL(ftruncate64);
    return is_ours(fd) && fails() ? -1 : real(fd, length);
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("FAIL_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", atomic_load(&calls));
    fclose(file);
}
