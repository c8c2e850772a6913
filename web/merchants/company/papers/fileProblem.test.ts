import { expect, test } from 'vitest'
import { fileProblem as problemOf, maxBytes } from './fileProblem.ts'

const maxPages = 30
const fileProblem = (file: Blob, most = maxPages) => problemOf(file, most)

const pdf = (pages: number, more = '') =>
  new Blob([`%PDF-1.7\n1 0 obj << /Type /Pages /Count ${pages} >> endobj\n${'<< /Type /Page >>\n'.repeat(pages)}${more}%%EOF`])

test('accepts PDF, JPEG and PNG, whatever the file name', async () => {
  expect(await fileProblem(pdf(2))).toBeNull()
  expect(await fileProblem(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1])]))).toBeNull()
  expect(await fileProblem(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]))).toBeNull()
})

test('decides by content, not by file name', async () => {
  expect(await fileProblem(new File(['<html>'], 'certificado.pdf', { type: 'application/pdf' }))).toBe('kind')
  expect(await fileProblem(new Blob(['x%PDF-1.7']))).toBe('kind')
  for (const before of ['\r\n', '\ufeff', ' \n\0']) expect(await fileProblem(new Blob([before, pdf(1)]))).toBeNull()
  for (const brand of ['heic', 'heix', 'mif1']) expect(await fileProblem(new Blob([`\0\0\0\x18ftyp${brand}`]))).toBe('heic')
  for (const brand of ['mp42', 'avif']) expect(await fileProblem(new Blob([`\0\0\0\x18ftyp${brand}`]))).toBe('kind')
})

test('accepts a file exactly at each limit and refuses one beyond it', async () => {
  expect(await fileProblem(new Blob([]))).toBe('empty')
  expect(await fileProblem(pdf(maxPages))).toBeNull()
  expect(await fileProblem(pdf(maxPages + 1))).toBe('pages')
  expect(await fileProblem(pdf(300), 300)).toBeNull()
  expect(await fileProblem(new Blob([pdf(1), new Uint8Array(maxBytes)]))).toBe('large')
})

test('leaves to the server whether an encrypted PDF opens without a password', async () => {
  expect(await fileProblem(pdf(1, 'trailer << /Encrypt 9 0 R >>\n'))).toBeNull()
})
