import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const textOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

it('the page’s inline script takes the link of every page that an e-mailed link or a QR code opens', () => {
  const pages = [...textOf('LoginApp.tsx').matchAll(/^ {2}'(\/[\w-]+)': \{/gm)].map(([, path]) => path)
  const taken = /\[(.*)\]\.indexOf\(location\.pathname\)/.exec(textOf('../../login.html'))?.[1] ?? ''
  // That of a new password comes in the query, which the script takes by itself.
  expect(pages.filter((path) => path !== '/new-password' && !taken.includes(`'${path}'`))).toEqual([])
  expect(pages.length).toBeGreaterThan(6)
})
