/* Makes one call to the file system fail, for programs that are started with this library in LD_PRELOAD.
 *
 * Calls on files below FAULT_FOLDER are counted. From the environment:
 *   FAULT_KIND  none: nothing fails; error: call FAULT_AT fails with the number FAULT_ERROR; full: from call
 *               FAULT_AT on nothing can be written, and half of the first write still goes through; short:
 *               call FAULT_AT reads or writes only half; kill: the process is killed before call FAULT_AT,
 *               or in the middle of it if it writes
 *   FAULT_LOG   a file that is told where the fault was, and in the end the number of calls
 *   FAULT_DISK  a folder that is given what a disk would still have after a power cut: for each file that was
 *               synced its contents then, under its inode number, and the names of each folder that was synced
 *
 * The calls go to the kernel directly, so that nothing here depends on the C library underneath. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum fate { PASS, FAIL, HALF, HALF_AND_DIE };
enum call { READING, WRITING, CREATING, OTHER };

static const char *folder, *kind = "none", *disk;
static long at = -1;
static int error = EIO;
static atomic_long calls;

static long real_open(const char *path, int flags, mode_t mode) {
  return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static void append(const char *path, const char *line) {
  int fd = real_open(path, O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (fd < 0) return;
  syscall(SYS_write, fd, line, strlen(line));
  syscall(SYS_close, fd);
}

static void report(const char *what, const char *about, long number) {
  char line[PATH_MAX + 100];
  snprintf(line, sizeof line, "%s %s %ld\n", what, about, number);
  append(getenv("FAULT_LOG"), line);
}

__attribute__((constructor)) static void begin(void) {
  if (!getenv("FAULT_LOG")) return;
  kind = getenv("FAULT_KIND");
  disk = getenv("FAULT_DISK");
  if (getenv("FAULT_AT")) at = atol(getenv("FAULT_AT"));
  if (getenv("FAULT_ERROR")) error = atoi(getenv("FAULT_ERROR"));
  folder = getenv("FAULT_FOLDER");
}

__attribute__((destructor)) static void end(void) {
  if (folder) report("calls", "", atomic_load(&calls));
}

static int is_below(const char *path) {
  size_t length = folder ? strlen(folder) : 0;
  return length && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

/* The name of an open file, if it is one of ours. */
static const char *name_of(int fd, char *name) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = folder ? readlink(link, name, PATH_MAX - 1) : -1;
  if (length < 0) return NULL;
  name[length] = 0;
  return is_below(name) ? name : NULL;
}

static enum fate decide(enum call call, const char *name, const char *path) {
  if (!path) return PASS;
  long number = atomic_fetch_add(&calls, 1) + 1;
  int moves_bytes = call == READING || call == WRITING;
  enum fate fate = PASS;
  if (!strcmp(kind, "full") && number >= at && (call == WRITING || call == CREATING)) {
    static atomic_int seen;
    error = ENOSPC;
    fate = atomic_exchange(&seen, 1) || call == CREATING ? FAIL : HALF;
  } else if (number != at) {
    return PASS;
  } else if (!strcmp(kind, "error")) {
    fate = FAIL;
  } else if (!strcmp(kind, "short") && moves_bytes) {
    fate = HALF;
  } else if (!strcmp(kind, "kill")) {
    fate = HALF_AND_DIE;
  }
  if (fate != PASS) report(name, path, number);
  if (fate == HALF_AND_DIE && call != WRITING) kill(getpid(), SIGKILL);
  if (fate == FAIL) errno = error;
  return fate;
}

/* The disk gets what was written to a file, or the names in a folder. It is not the real one that is tested. */
static void reaches_disk(int fd, const char *path) {
  char name[PATH_MAX], bytes[1 << 16];
  struct stat found;
  if (!disk || !path || fstat(fd, &found)) return;
  if (S_ISDIR(found.st_mode)) {
    snprintf(name, sizeof name, "%s/names", disk);
    syscall(SYS_unlinkat, AT_FDCWD, name, 0);
    DIR *entries = opendir(path);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
      if (entry->d_type != DT_REG) continue;
      snprintf(bytes, sizeof bytes, "%llu %s\n", (unsigned long long)entry->d_ino, entry->d_name);
      append(name, bytes);
    }
    if (entries) closedir(entries);
    return;
  }
  snprintf(name, sizeof name, "%s/%llu", disk, (unsigned long long)found.st_ino);
  int from = real_open(path, O_RDONLY, 0), to = real_open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  for (ssize_t length; (length = syscall(SYS_read, from, bytes, sizeof bytes)) > 0;)
    syscall(SYS_write, to, bytes, length);
  syscall(SYS_close, from);
  syscall(SYS_close, to);
}

/* A new file has nothing on the disk yet, whatever had its inode before. */
static void is_new(long fd) {
  char name[PATH_MAX];
  struct stat found;
  if (!disk || fd < 0 || fstat(fd, &found)) return;
  snprintf(name, sizeof name, "%s/%llu", disk, (unsigned long long)found.st_ino);
  syscall(SYS_unlinkat, AT_FDCWD, name, 0);
}

static int open_watched(const char *path, int flags, mode_t mode) {
  if (!is_below(path)) return real_open(path, flags, mode);
  struct stat found;
  int creates = (flags & O_CREAT) && stat(path, &found);
  if (decide(creates ? CREATING : OTHER, "open", path) == FAIL) return -1;
  long fd = real_open(path, flags, mode);
  if (creates) is_new(fd);
  return fd;
}

#define OPEN(name)                              \
  int name(const char *path, int flags, ...) {  \
    va_list rest;                               \
    va_start(rest, flags);                      \
    mode_t mode = va_arg(rest, mode_t);         \
    va_end(rest);                               \
    return open_watched(path, flags, mode);     \
  }
OPEN(open)
OPEN(open64)

/* `whole` is the call with all bytes, `half` with half of them. */
#define MOVE(call, name, whole, half)                            \
  char path[PATH_MAX];                                           \
  enum fate fate = decide(call, name, name_of(fd, path));        \
  if (fate == FAIL) return -1;                                   \
  if (fate == PASS || (fate == HALF && length < 2)) return whole; \
  ssize_t moved = half;                                          \
  if (fate == HALF_AND_DIE) kill(getpid(), SIGKILL);             \
  return moved;

ssize_t read(int fd, void *bytes, size_t length) {
  MOVE(READING, "read", syscall(SYS_read, fd, bytes, length), syscall(SYS_read, fd, bytes, length / 2))
}

ssize_t write(int fd, const void *bytes, size_t length) {
  MOVE(WRITING, "write", syscall(SYS_write, fd, bytes, length), syscall(SYS_write, fd, bytes, length / 2))
}

#define PREAD(name)                                                                 \
  ssize_t name(int fd, void *bytes, size_t length, off_t offset) {                  \
    MOVE(READING, "pread", syscall(SYS_pread64, fd, bytes, length, offset),         \
         syscall(SYS_pread64, fd, bytes, length / 2, offset))                       \
  }
PREAD(pread)
PREAD(pread64)

#define PWRITE(name)                                                                \
  ssize_t name(int fd, const void *bytes, size_t length, off_t offset) {            \
    MOVE(WRITING, "pwrite", syscall(SYS_pwrite64, fd, bytes, length, offset),       \
         syscall(SYS_pwrite64, fd, bytes, length / 2, offset))                      \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define SYNC(name, number)                                                          \
  int name(int fd) {                                                                \
    char path[PATH_MAX];                                                            \
    const char *watched = name_of(fd, path);                                        \
    if (decide(OTHER, #name, watched) == FAIL) return -1;                           \
    if (!watched) return syscall(number, fd);                                       \
    reaches_disk(fd, watched);                                                      \
    return 0;                                                                       \
  }
SYNC(fsync, SYS_fsync)
SYNC(fdatasync, SYS_fdatasync)

#define TRUNCATE(name)                                                              \
  int name(int fd, off_t length) {                                                  \
    char path[PATH_MAX];                                                            \
    if (decide(OTHER, "ftruncate", name_of(fd, path)) == FAIL) return -1;           \
    return syscall(SYS_ftruncate, fd, length);                                      \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int rename(const char *from, const char *to) {
  if (is_below(to) && decide(OTHER, "rename", to) == FAIL) return -1;
  return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
  if (is_below(path) && decide(OTHER, "unlink", path) == FAIL) return -1;
  return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
