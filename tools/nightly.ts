import { env } from 'node:process'

// `npm run nightly [-- words of file names]`: `npm test` at full width. Every screen at each size and in both colour schemes, and many more generated cases.
env.NIGHTLY = '1'
await import('./test.ts')
