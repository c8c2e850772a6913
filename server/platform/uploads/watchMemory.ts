import { workerData } from 'node:worker_threads'

// A thread of its own, because decrypting is busy from the first byte to the last: ends the process before it takes too much memory, also of the kind that
// the heap's limit does not count.
const maxBytes = workerData as number // our own process
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL')
}, 20)
