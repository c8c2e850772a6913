import { spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Signer, signerOf } from '../../platform/config/signingCertificate.ts'
import { pemOf, pkcs12File, testCertificate } from '../../testing/invoices/testCertificate.ts'
import { facturaeProblems, readXml, textsOf } from '../../testing/invoices/testFacturae.ts'
import { rectifyingInvoice, usualInvoice } from '../../testing/invoices/testInvoices.ts'
import { facturae } from './facturae.ts'
import { invoiceFile } from './invoiceFile.ts'
import { signFacturae } from './signFacturae.ts'

const folder = mkdtempSync(join(tmpdir(), 'facturae-'))
afterAll(() => rmSync(folder, { recursive: true }))

const now = new Date('2026-11-27T12:00:00Z')
const dates = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
const certificate = testCertificate(dates)
const container = pkcs12File(folder, certificate)
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const load = (path: string, passphrase = '', at = now): Signer | null =>
  signerOf((name) => (name === 'FACTURAE_CERTIFICATE' ? path : passphrase), at)
const signer = load(container, certificate.passphrase) as Signer
const pem = `${certificate.provider.key}${pemOf(certificate.provider.certificate)}${pemOf(certificate.authority.certificate)}`
const authority = fileOf('authority.pem', pemOf(certificate.authority.certificate))

const fileText = async (at: Date, by: Signer | null = signer): Promise<string> => {
  const tools = { config: { brand: { colours: {} }, invoicing: { signer: by } }, now: () => at }
  let text = ''
  for await (const piece of invoiceFile(usualInvoice, 'facturae', tools)) text += piece.toString()
  return text
}

describe('the certificate that signs electronic invoices', () => {
  it('is read from PKCS#12, old and new, and from PEM with or without a passphrase, with the certificates up to its authority', () => {
    const encrypted = createPrivateKey(certificate.provider.key)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'otra' })
      .toString()
    const all = [
      signer,
      load(pkcs12File(folder, certificate, '3des'), certificate.passphrase),
      load(fileOf('plain.pem', pem)),
      load(fileOf('locked.pem', pem.replace(certificate.provider.key, encrypted)), 'otra'),
    ]
    for (const one of all) {
      expect(one?.certificate.subject).toContain('CN=Crédito Ñandú')
      expect(one?.chain.map(({ subject }) => subject)).toEqual([expect.stringContaining('CN=AC\\, Raíz de prueba')])
    }
    expect(load('')).toBeNull()
  })

  it('is refused with what is wrong with it', () => {
    const other = testCertificate({ ...dates, bits: 1024 })
    const keyOf = (key: string) => fileOf('key.pem', `${key}${pemOf(certificate.provider.certificate)}`)
    const cases: [path: string, passphrase: string, at: Date, sentence: string][] = [
      [join(folder, 'none.p12'), '', now, `${join(folder, 'none.p12')} cannot be read (ENOENT)`],
      [container, '', now, 'it needs FACTURAE_CERTIFICATE_PASSPHRASE'],
      [container, 'mala', now, 'FACTURAE_CERTIFICATE_PASSPHRASE does not open it'],
      [container, certificate.passphrase, dates.until, 'it expired on 2027-01-01'],
      [container, certificate.passphrase, new Date('2025-12-31'), 'it is not valid before 2026-01-01'],
      [fileOf('word.p12', 'nothing of the kind'), '', now, 'it is neither a PKCS#12 nor a PEM file'],
      [fileOf('lone.pem', pemOf(certificate.provider.certificate)), '', now, 'there is no RSA key in it'],
      [fileOf('keyOnly.pem', certificate.provider.key), '', now, 'there is no certificate in it'],
      [keyOf(certificate.authority.key), '', now, 'its key does not fit its certificate'],
      [
        fileOf('small.pem', `${other.provider.key}${pemOf(other.provider.certificate)}`),
        '',
        now,
        'its key is not RSA with at least 2048 bits',
      ],
    ]
    for (const [path, passphrase, at, sentence] of cases)
      expect(() => load(path, passphrase, at), sentence).toThrow(`FACTURAE_CERTIFICATE: ${sentence}.`)
    expect(() => load('', 'frase')).toThrow('FACTURAE_CERTIFICATE_PASSPHRASE is set without FACTURAE_CERTIFICATE.')
  })
})

describe('a signed Facturae file', () => {
  it('is valid against the official schema, says by which policy and certificate, and is the same bytes each time', async () => {
    const signed = await fileText(now)
    expect(await facturaeProblems(signed, await signFacturae(facturae(rectifyingInvoice), signer, rectifyingInvoice.created_at))).toEqual(
      [],
    )
    expect(await fileText(new Date('2026-12-20T00:00:00Z'))).toBe(signed)
    const root = readXml(signed)
    const digest = createHash('sha256').update(signer.certificate.raw).digest('base64')
    expect(textsOf(root, 'xades:Identifier')).toEqual([
      'http://www.facturae.es/politica_de_firma_formato_facturae/politica_de_firma_formato_facturae_v3_1.pdf',
    ])
    // Invoice, signed properties, certificate, policy.
    expect(textsOf(root, 'ds:DigestValue').slice(2)).toEqual([digest, 'Ohixl6upD6av8N7pEvDABhEL6hM='])
    expect(textsOf(root, 'xades:SigningTime')).toEqual(['2026-11-01T01:05:00+01:00'])
    expect(textsOf(root, 'ds:X509IssuerName')).toEqual(['CN=AC\\, Raíz de prueba,O=Crédito\\, S.A.,C=ES'])
    expect(textsOf(root, 'ds:X509SerialNumber')).toEqual([String(0x0123456789abcdef01n)])
    expect(textsOf(root, 'ds:X509Certificate').map((text) => new X509Certificate(Buffer.from(text, 'base64')).fingerprint256)).toEqual(
      [signer.certificate, ...signer.chain].map(({ fingerprint256 }) => fingerprint256),
    )
  })

  it('claims no time before its certificate began, and is unsigned without one and once it has expired', async () => {
    const later = load(pkcs12File(folder, testCertificate({ ...dates, from: new Date('2026-11-20T00:00:00Z') })), certificate.passphrase)
    expect(textsOf(readXml(await fileText(now, later)), 'xades:SigningTime')).toEqual(['2026-11-20T01:00:00+01:00'])
    const unsigned = facturae(usualInvoice)
    expect([await fileText(now, null), await fileText(dates.until)]).toEqual([unsigned, unsigned])
  })

  const isThere = spawnSync('xmlsec1', ['--version']).status === 0
  it.skipIf(!isThere)(
    `is what xmlsec1 verifies up to its authority, until an amount, the claimed time or the authority is another${isThere ? '' : ' (not run: xmlsec1 is not installed)'}`,
    async () => {
      const verify = (xml: string, trusted = authority): boolean => {
        const path = fileOf('signed.xml', xml)
        const id = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties']
        const at = ['--verification-time', '2026-11-27 12:00:00', '--enabled-key-data', 'x509']
        return spawnSync('xmlsec1', ['--verify', '--trusted-pem', trusted, ...id, ...at, path]).status === 0
      }
      const signed = await fileText(now)
      const stranger = fileOf('stranger.pem', pemOf(testCertificate(dates).authority.certificate))
      expect(verify(signed)).toBe(true)
      expect(verify(await signFacturae(facturae(rectifyingInvoice), signer, now))).toBe(true)
      const forged = [
        signed.replace('<InvoiceTotal>1332.04', '<InvoiceTotal>1332.05'),
        signed.replace('SigningTime>2026-11-01', 'SigningTime>2026-11-02'),
        signed.replace('<xades:ClaimedRole>emisor', '<xades:ClaimedRole>receptor'),
      ]
      for (const one of forged) {
        expect(one).not.toBe(signed)
        expect(verify(one)).toBe(false)
      }
      expect(verify(signed, stranger)).toBe(false)
    },
  )
})
