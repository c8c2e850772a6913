import { workerData } from 'node:worker_threads'

// A separate thread, because decryption blocks the event loop: kills the process before it uses too much memory, including memory that the heap limit does
// not count.
const maxBytes = workerData as number // our own process
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL')
}, 20)
