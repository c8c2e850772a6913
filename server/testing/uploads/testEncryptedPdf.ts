import Pdf from 'pdfkit'

/** Encryption by PDF version: RC4 of 40 and 128 bits, AES of 128 bits, AES of 256 bits before PDF 2.0. */
export const pdfVersions = ['1.3', '1.4', '1.7', '1.7ext3'] as const

/** Adds objects to a document before it is written. */
export type Addition = (document: PDFKit.PDFDocument & { _root: { data: Record<string, unknown> } }) => void

/** A PDF that opens without a password and restricts permissions, or needs `userPassword`; its strings and streams are encrypted. */
export const encryptedPdf = (pdfVersion: (typeof pdfVersions)[number], add: Addition = () => {}, userPassword?: string): Promise<Buffer> =>
  new Promise((resolve) => {
    const document = new Pdf({ pdfVersion, ownerPassword: 'secret', ...(userPassword !== undefined && { userPassword }) })
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)))
    document.fontSize(14).text('Certificado', { link: 'https://bank.test/cuenta' })
    add(document as Parameters<Addition>[0]) // pdfkit's types do not include the catalogue
    document.end()
  })

/**
 * Written by qpdf 11 (`qpdf --object-streams=generate --encrypt "" owner 256`): AES of 256 bits as in PDF 2.0, all objects in an encrypted object stream.
 * The second one runs JavaScript when it is opened.
 */
export const qpdfPlain = Buffer.from(
  'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZWwgOCA+PiA+PiAvUGFnZXMgMyAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL09ialN0bSAvTGVuZ3RoIDExMiAvRmlsdGVyIC9GbGF0ZURlY29kZSAvTiAyIC9GaXJzdCA5ID4+CnN0cmVhbQqPcWmpn2yRmRX0M0QgVq7ocNKeJVJyqvJIV4uGVQrmGm+Ba1FTBzwvYwAK3XglZ3jxpjPvq7F62mHhcIEhFp6c9WYGJwDfjRebaYfwTsCUrEFOneqlN6VYFjkg89bHUWv+ogUr7rF+WD4pT4rRNQ5YZW5kc3RyZWFtCmVuZG9iago1IDAgb2JqCjw8IC9DRiA8PCAvU3RkQ0YgPDwgL0F1dGhFdmVudCAvRG9jT3BlbiAvQ0ZNIC9BRVNWMyAvTGVuZ3RoIDMyID4+ID4+IC9GaWx0ZXIgL1N0YW5kYXJkIC9MZW5ndGggMjU2IC9PIDwzMzcwZjEyNmE5ODE5MTkzNWQ0ZmI2OGRiMWNmOWI1Mzc1YTdmMmYzNWY2MGJjYmQxYTYyMjkyNDBhNzkxN2M0NGFlYzJiOGVmMTI0NWNlNmJmZWQ0YjQ2M2QzYzk2YWI+IC9PRSA8Y2E0MzgzNzU2ZWNhNTI1ZDUxNDliZTJmMTBkZDI0YWE4MzAyYTNkYWE1NmE3YWExNDU3MzIxNjY0YzY3Y2ExNj4gL1AgLTQgL1Blcm1zIDw1NjAwZDY5YmY3ZWQ0ZmYxNjgwMTE0MzU0M2NiMmI0OT4gL1IgNiAvU3RtRiAvU3RkQ0YgL1N0ckYgL1N0ZENGIC9VIDwzOTFiNDYyZTY2ZjJkNzVmNGFjNzU1Yjc4ZjE0YTZmY2FhNjc2NDQyMjZlODFkNTVkMDQ2ODFiODkxM2IwNTY1ZWUyMDdiNWRhNTM5OGUyN2RiOTllYTFlOTczNzdhNGU+IC9VRSA8ZTI2ZTkwZmQ5Zjk4Mzc1ODEzNjdjOGUyYjdiMWU4YzQ4NzczNDc0YjEzMjk1NjExZWNhYjQ3NjA4MDFkYTI2Yj4gL1YgNSA+PgplbmRvYmoKNiAwIG9iago8PCAvVHlwZSAvWFJlZiAvTGVuZ3RoIDM3IC9GaWx0ZXIgL0ZsYXRlRGVjb2RlIC9EZWNvZGVQYXJtcyA8PCAvQ29sdW1ucyA0IC9QcmVkaWN0b3IgMTIgPj4gL1cgWyAxIDIgMSBdIC9Sb290IDEgMCBSIC9TaXplIDcgL0lEIFs8ZGJhZDNjODM4NGJhYzdiZDhiZWM3OTIwNzAzZmU4YTQ+PGRiYWQzYzgzODRiYWM3YmQ4YmVjNzkyMDcwM2ZlOGE0Pl0gL0VuY3J5cHQgNSAwIFIgPj4Kc3RyZWFtCnicY2IAAiZGBn4GJgaGYhCrAcRiYGT6zxj8n4mBSZkBACb3A4sKZW5kc3RyZWFtCmVuZG9iagpzdGFydHhyZWYKODg4CiUlRU9GCg==',
  'base64',
)
export const qpdfScript = Buffer.from(
  'JVBERi0xLjcKJb/3ov4KMSAwIG9iago8PCAvRXh0ZW5zaW9ucyA8PCAvQURCRSA8PCAvQmFzZVZlcnNpb24gLzEuNyAvRXh0ZW5zaW9uTGV2ZWwgOCA+PiA+PiAvT3BlbkFjdGlvbiA1IDAgUiAvUGFnZXMgMyAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoKPDwgL1R5cGUgL09ialN0bSAvTGVuZ3RoIDE2MCAvRmlsdGVyIC9GbGF0ZURlY29kZSAvTiAzIC9GaXJzdCAxNSA+PgpzdHJlYW0KZWZBzNWhiRvfPK+1uGlEU/m8xRha4JupCPg9A6vCwlrYmIaDDnLamgrZ0gu3c/CjDV/akIU9BJ4EU/IeDBsfrlprMq8IHh3Xn2A0gb5l6fWp46tzZP3XPO2keaaOCBzwmYgD9pUf6vWYECqktdg/LsOpLkotCGW0izxDY2Bdk4/wSF9Dbmv+dVpKooUv622z0o/3u7S+YS6CsnK9KzKIPWVuZHN0cmVhbQplbmRvYmoKNiAwIG9iago8PCAvQ0YgPDwgL1N0ZENGIDw8IC9BdXRoRXZlbnQgL0RvY09wZW4gL0NGTSAvQUVTVjMgL0xlbmd0aCAzMiA+PiA+PiAvRmlsdGVyIC9TdGFuZGFyZCAvTGVuZ3RoIDI1NiAvTyA8NTkwMjI2NGFjNjM3YzU1YTg0YTVjNzYwNjJhODM3MWQwOGM2MTE0NmUwOGMwZTdhZGQxNTRkNTM3YTUxNmY2MThhOTI4ZGJmYjNhYmQ1ZmY4NjBkYWQ1ZTdmOTA1MGYzPiAvT0UgPGFiYWRkODkzNDc2OGIzODkyOTdhNmFlYzg2ODAyZGRkMTk3ZDhlYmQzNThmMGY4YTlkN2VhMjEyYmNhM2Q5NzA+IC9QIC00IC9QZXJtcyA8NGU3ZmVjM2E1OWRlYjA4NDg5MjA0Y2NmZjk3NDQ0NDI+IC9SIDYgL1N0bUYgL1N0ZENGIC9TdHJGIC9TdGRDRiAvVSA8YWRlMmJhZjU2MTMzOGQxYmM0OGQxMzQyYzJjODdiOTdlMGNhZWNkNDUxMWU0ZjhjMjExOWYzOTQxODk2M2I1MzI0MTM2YWIwNzExMmEwMmNiNTY1ZjQwODQ0NDgyYzE4PiAvVUUgPGUyZmQxNDM1MGE3OGMyNjY3YmM2NzQ5NWUwZmZiNzk2YjVmOWJmYWJhMGQxOGI0NzdkNzhjMTg4ZjVhMGU0MmQ+IC9WIDUgPj4KZW5kb2JqCjcgMCBvYmoKPDwgL1R5cGUgL1hSZWYgL0xlbmd0aCAzOCAvRmlsdGVyIC9GbGF0ZURlY29kZSAvRGVjb2RlUGFybXMgPDwgL0NvbHVtbnMgNCAvUHJlZGljdG9yIDEyID4+IC9XIFsgMSAyIDEgXSAvUm9vdCAxIDAgUiAvU2l6ZSA4IC9JRCBbPDlhYmMzMjYyODE0OWY3MGFhNzI5OWNlMWRhZjdhZmRhPjw5YWJjMzI2MjgxNDlmNzBhYTcyOTljZTFkYWY3YWZkYT5dIC9FbmNyeXB0IDYgMCBSID4+CnN0cmVhbQp4nGNiAAImRgZ+BiYGhlYQKw/EYmCEEP8Zp/1jYmBSZgAALpkD0AplbmRzdHJlYW0KZW5kb2JqCnN0YXJ0eHJlZgo5NTUKJSVFT0YK',
  'base64',
)
