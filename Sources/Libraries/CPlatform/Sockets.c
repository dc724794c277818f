#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#if !defined(MSG_NOSIGNAL)
#define MSG_NOSIGNAL 0
#endif

// How long poll may wait; 0 when the deadline is over.
static int milliseconds_until(uint64_t deadline) {
  if (deadline == UINT64_MAX) return -1;
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  uint64_t now = (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
  if (now >= deadline) return 0;
  uint64_t left = (deadline - now) / 1000000 + 1;
  return left > 1000000 ? 1000000 : (int)left;
}

static int wait_for(int socket, short events, uint64_t deadline) {
  struct pollfd state = {.fd = socket, .events = events};
  while (1) {
    int wait = milliseconds_until(deadline);
    if (wait == 0) return ETIMEDOUT;
    int count = poll(&state, 1, wait);
    if (count > 0) return 0;
    if (count < 0 && errno != EINTR && errno != EAGAIN) return errno;
  }
}

int cplatform_send(int socket, const void *bytes, size_t count, uint64_t deadline) {
  while (count > 0) {
    ssize_t part = send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (part >= 0) {
      bytes = (const char *)bytes + part;
      count -= (size_t)part;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) {
      int error = wait_for(socket, POLLOUT, deadline);
      if (error) return error;
    } else if (errno == ECONNRESET) {
      return EPIPE;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int cplatform_receive(int socket, void *bytes, size_t count, uint64_t deadline) {
  while (count > 0) {
    ssize_t part = recv(socket, bytes, count, MSG_DONTWAIT);
    if (part > 0) {
      bytes = (char *)bytes + part;
      count -= (size_t)part;
    } else if (part == 0 || errno == ECONNRESET) {
      return EPIPE;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      int error = wait_for(socket, POLLIN, deadline);
      if (error) return error;
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int cplatform_is_closed(int socket, int milliseconds) {
  struct pollfd state = {.fd = socket, .events = 0};
  return poll(&state, 1, milliseconds) > 0 && (state.revents & (POLLHUP | POLLERR | POLLNVAL));
}
