// Notes each program that is started with it, and each address of a network that one of these
// connects to, sends to or listens at. By LD_PRELOAD; CONNECTIONS is the file.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void note(const char *what, const char *where) {
  const char *path = getenv("CONNECTIONS");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) abort();
  fprintf(file, "%s %s\n", what, where);
  fclose(file);
}

static void note_address(const char *what, const struct sockaddr *address) {
  char text[INET6_ADDRSTRLEN] = "";
  int error = errno;
  if (address && address->sa_family == AF_INET)
    inet_ntop(AF_INET, &((const struct sockaddr_in *)address)->sin_addr, text, sizeof text);
  if (address && address->sa_family == AF_INET6)
    inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)address)->sin6_addr, text, sizeof text);
  if (text[0]) note(what, text);
  errno = error;
}

__attribute__((constructor)) static void note_program(void) {
  note("starts", program_invocation_short_name);
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  note_address("connects", address);
  return NEXT(connect)(socket, address, length);
}

int bind(int socket, const struct sockaddr *address, socklen_t length) {
  note_address("listens", address);
  return NEXT(bind)(socket, address, length);
}

ssize_t sendto(int socket, const void *data, size_t size, int flags, const struct sockaddr *address, socklen_t length) {
  note_address("sends", address);
  return NEXT(sendto)(socket, data, size, flags, address, length);
}
