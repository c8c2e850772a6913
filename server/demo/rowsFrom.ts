import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Batch, Job } from './makeRows.ts'

type Message = { batch: Batch } | { merchantIds: string[] }

/** Has the rows of a job made on another thread and hands them to `take`, one batch at a time; answers with the shops' ids. */
export async function rowsFrom(job: Job, take: (batch: Batch) => Promise<void>): Promise<string[]> {
  const worker = new Worker(new URL('rowsWorker.ts', import.meta.url), { workerData: job })
  try {
    // An error of the worker ends the loop by being thrown here.
    for await (const [message] of on(worker, 'message') as AsyncIterable<[Message]>) {
      if ('merchantIds' in message) return message.merchantIds
      await take(message.batch)
      worker.postMessage('taken')
    }
    throw new Error('the worker ended early')
  } finally {
    await worker.terminate()
  }
}
