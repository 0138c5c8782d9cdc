// Files of reports and traces: what is no regular file neither hangs nor is
// overwritten, one file is not written twice, and no two processes of a program
// write the same one.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx-run -O2 -o program
//
// A pipe is refused, at once, whether somebody reads it or not.
// RUN: mkfifo pipe.json
// RUN: env USERSCHED_REPORT=pipe.json timeout 20 ./program 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PIPE
// PIPE: usersched: USERSCHED_REPORT is 'pipe.json', which cannot be written (is not a regular file); accepted are
//
// So is what became one when the program had begun.
// RUN: env USERSCHED_TRACE=late.json timeout 20 ./program late.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LATE
// LATE: usersched: the trace could not be written to '{{.*}}/late.json': is not a regular file
//
// One file by two names.
// RUN: mkdir folder && ln -s trace.json report.json
// RUN: env USERSCHED_REPORT=a.json USERSCHED_TRACE=folder/.././a.json \
// RUN:   ./program 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: usersched: USERSCHED_REPORT and USERSCHED_TRACE are both '{{.*}}/a.json'; writing no trace
// RUN: env USERSCHED_REPORT=report.json USERSCHED_TRACE=trace.json \
// RUN:   ./program 2>&1 | FileCheck %s --check-prefix=LINK
// LINK: usersched: the trace could not be written to '{{.*}}/trace.json': is the file of USERSCHED_REPORT, too
// RUN: FileCheck %s --check-prefix=REPORT < trace.json
// REPORT: "format": "usersched-report-3"
//
// A report and a trace beyond the limit of a file's size do not end the program.
// RUN: env USERSCHED_REPORT=full.json USERSCHED_TRACE=full-trace.json \
// RUN:   ./program limit 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT-DAG: usersched: the report could not be written to '{{.*}}/full.json': File too large
// LIMIT-DAG: usersched: the trace could not be written to '{{.*}}/full-trace.json': File too large
// LIMIT: {{^[0-9]+$}}
//
// The library writes no pages and no Markdown: it says who does, and the program
// does what it would have done.
// RUN: env USERSCHED_REPORT=page.html ./program 2> said | grep -x '[0-9]*'
// RUN: not ls page.html
// RUN: FileCheck %s --check-prefix=PAGE < said
// PAGE: usersched: USERSCHED_REPORT is 'page.html'; accepted are stderr and names of files that end in .json; writing none
// PAGE-NEXT: usersched: the library writes JSON only; set USERSCHED_REPORT=page.json and then run: usersched-report page.json --output page.html
//
// The process number and the rank.
// RUN: env USERSCHED_REPORT=of-%%p.json ./program > number
// RUN: sh -c 'ls of-$(cat number).json'
// RUN: env PMI_RANK=3 USERSCHED_REPORT=rank%%r.json ./program && ls rank3.json
// RUN: env USERSCHED_REPORT=rank%%r.json ./program && ls rank0.json
// RUN: env OMPI_COMM_WORLD_RANK=0 SLURM_PROCID=7 USERSCHED_REPORT=mpi.json ./program && ls mpi.json
// RUN: env OMPI_COMM_WORLD_RANK=12 SLURM_PROCID=7 USERSCHED_REPORT=mpi.json ./program && ls mpi.12.json
// RUN: not ls mpi.7.json
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int count, char **arguments) {
#pragma ompx usersched(load: i)
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i)
    ;
  std::printf("%d", int(getpid()));
  if (count > 1 && std::strcmp(arguments[1], "limit") == 0) {
    const rlimit small = {1000, 1000};
    return setrlimit(RLIMIT_FSIZE, &small);
  }
  return count > 1 && mkfifo(arguments[1], 0600) != 0;
}
