import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { examinePdf } from './examinePdf.ts'
import { streamsOf } from './pdfParts.ts'
import { encryptedPdf, pdfVersions, qpdfPlain, qpdfScript, type Addition } from '../../testing/uploads/testEncryptedPdf.ts'
import { bankPdf } from '../../testing/uploads/testFiles.ts'

/** The content of an unencrypted file, with its streams decompressed. */
function contentOf(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  const inside = streamsOf(text).map(({ from }) => {
    const data = bytes.subarray(from, text.indexOf('endstream', from))
    return data[0] === 0x78 ? inflateSync(data).toString('latin1') : ''
  })
  return [text, ...inside].join('\n')
}

const string = (words: string) => new String(words) as unknown as string // pdfkit encrypts a String, and writes a string as a name
const opens =
  (action: Record<string, unknown>): Addition =>
  (document) => {
    const reference = document.ref(action)
    document._root.data.OpenAction = reference
    reference.end('')
  }
const isLinked =
  (address: string): Addition =>
  (document) =>
    void document.link(0, 0, 50, 50, address)
const packs =
  (object: string): Addition =>
  (document) =>
    document.ref({ Type: 'ObjStm', N: 1, First: 5 }).end(Buffer.from(`70 0 ${object}`))

const refused: [string, Addition, string][] = [
  ['JavaScript', opens({ S: 'JavaScript', JS: string('app.alert(1)') }), 'active'],
  ['a program that is started', opens({ S: 'Launch', F: string('cmd.exe') }), 'active'],
  ['a form that is sent', opens({ S: 'SubmitForm', F: string('https://evil.test') }), 'active'],
  ['another file that is opened', opens({ S: 'GoToR', F: string('\\\\evil.test\\x.pdf') }), 'active'],
  ['a page of the web that opens by itself', opens({ S: 'URI', URI: string('https://evil.test') }), 'active'],
  ['a link to a file', isLinked('file:///etc/passwd'), 'active'],
  ['a link into the network', isLinked('\\\\evil.test\\x'), 'active'],
  ['JavaScript in an object stream', packs('<< /S /JavaScript /JS (app.alert\\(1\\)) >>'), 'active'],
  ['a link to a file in an object stream', packs('<< /S /URI /URI (file:///etc/passwd) >>'), 'active'],
  ['a file within', (document) => void document.file(Buffer.from('MZ'), { name: 'a.exe' }), 'attached'],
  ['a file within, in an object stream', packs('<< /Type /Filespec /EF << /F 1 0 R >> /X /EmbeddedFiles >>'), 'attached'],
  ['the test virus', (document) => document.ref({}).end(Buffer.from(`${'EICAR-STANDARD-ANTIVIRUS'}-TEST-FILE`)), 'mixed'],
  ['too many pages', (document) => void document.addPage().addPage(), 'pages'],
]

describe.each(pdfVersions)('a PDF %s that opens without a password', (version) => {
  it('keeps its content, without the encryption', async () => {
    const bytes = await encryptedPdf(version)
    expect(bytes.includes('https://bank.test')).toBe(false)
    const result = await examinePdf(bytes, 2)
    const content = contentOf(result as Buffer)
    expect(content).toContain('(https://bank.test/cuenta)')
    expect(content).toMatch(/<[0-9a-f]+>.* TJ/) // the words on the page
    expect(content).not.toContain('/Encrypt')
  })

  it.each(refused)('with %s is refused', async (_, add, problem) =>
    expect(await examinePdf(await encryptedPdf(version, add), 2)).toBe(problem),
  )

  it('a PDF with a password is refused as protected', async () => {
    expect(await examinePdf(await encryptedPdf(version, undefined, 'asked'), 2)).toBe('protected')
  })
})

it('AES-256 of PDF 2.0 with encrypted object streams, written by another program, is decrypted', async () => {
  const result = await examinePdf(qpdfPlain, 1)
  expect(contentOf(result as Buffer)).not.toContain('/Encrypt')
  expect(await examinePdf(qpdfScript, 1)).toBe('active')
})

it('a broken encryption is not reported as a password', async () => {
  const bytes = await encryptedPdf('1.7')
  expect(await examinePdf(Buffer.from(bytes.toString('latin1').replace('/Filter /Standard', '/Filter /Unknownn'), 'latin1'), 1)).toBe(
    'unreadable',
  )
})

it('an unencrypted PDF is kept byte for byte', async () => {
  const bytes = await bankPdf()
  expect(await examinePdf(bytes, 1)).toBe(bytes)
})
