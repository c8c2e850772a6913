import { inspectFile } from '../server/platform/uploads/inspectFile.ts'
import { packed, pdfOf } from '../server/testing/uploads/testFiles.ts'
import { end, figure, quantile } from './figure.ts'

// How soon an upload crafted to take long is rejected; `npm run bench -- uploads`.
const hostile = [
  () => pdfOf({ objects: [packed(Buffer.alloc(90_000_000))] }),
  () => pdfOf({ objects: [packed('/Ab '.repeat(5_000_000))] }),
  () => pdfOf({ objects: ['stream\nx\u009c'.repeat(1_000_000)] }),
  () => pdfOf({ objects: ['1 0 obj << /A << '.repeat(200_000)] }),
]
const times: number[] = []
for (const make of hostile) {
  const bytes = await make()
  const startedAt = performance.now()
  await inspectFile(bytes, 30).catch(() => {})
  times.push(performance.now() - startedAt)
}
figure({
  name: 'hostile upload refused, median',
  value: quantile(times, 0.5),
  unit: 'ms',
  budget: 2_000,
  facts: { longestMs: Math.round(Math.max(...times)) },
})
end()
