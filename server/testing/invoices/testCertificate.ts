import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import forge from 'node-forge'
import { type Signer, signerOf } from '../../platform/config/signingCertificate.ts'

type Pair = { key: string; certificate: forge.pki.Certificate }
type TestCertificate = { authority: Pair; provider: Pair; passphrase: string }

const subjectOf = (commonName: string) => [
  { name: 'countryName', value: 'ES' },
  { name: 'organizationName', value: 'Crédito, S.A.', valueTagClass: forge.asn1.Type.UTF8 },
  { name: 'commonName', value: commonName, valueTagClass: forge.asn1.Type.UTF8 },
]

const keyPair = (bits = 2048) =>
  generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

type CertificateOptions = { name: string; from: Date; until: Date; bits?: number; issuer?: Pair; serial: string }

function issue({ name, from, until, bits, issuer, serial }: CertificateOptions): Pair {
  const { publicKey, privateKey } = keyPair(bits)
  const certificate = forge.pki.createCertificate()
  Object.assign(certificate, { publicKey: forge.pki.publicKeyFromPem(publicKey), serialNumber: serial })
  Object.assign(certificate.validity, { notBefore: from, notAfter: until })
  certificate.setSubject(subjectOf(name) as forge.pki.CertificateField[])
  certificate.setIssuer(issuer?.certificate.subject.attributes ?? (subjectOf(name) as forge.pki.CertificateField[]))
  certificate.setExtensions([
    { name: 'basicConstraints', cA: issuer === undefined, critical: true },
    { name: 'keyUsage', keyCertSign: issuer === undefined, digitalSignature: issuer !== undefined, critical: true },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.key ?? privateKey), forge.md.sha256.create())
  return { key: privateKey, certificate }
}

/** A certificate of an invented provider, issued by an invented authority. */
export function testCertificate({ from, until, bits }: { from: Date; until: Date; bits?: number }): TestCertificate {
  const authority = issue({ name: 'AC, Raíz de prueba', from: new Date('2020-01-01'), until: new Date('2049-01-01'), serial: '01' })
  const provider = issue({ name: 'Crédito Ñandú', from, until, issuer: authority, serial: '0123456789abcdef01', ...(bits && { bits }) })
  return { authority, provider, passphrase: 'frase de prueba' }
}

export const pemOf = (certificate: forge.pki.Certificate): string => forge.pki.certificateToPem(certificate)

/** The certificate with its key and its authority's, as a PKCS#12 file in a folder; its path. */
export function pkcs12File(
  folder: string,
  { authority, provider, passphrase }: TestCertificate,
  algorithm: 'aes256' | '3des' = 'aes256',
): string {
  const path = join(folder, `${algorithm}.p12`)
  const key = forge.pki.privateKeyFromPem(provider.key)
  const bag = forge.pkcs12.toPkcs12Asn1(key, [provider.certificate, authority.certificate], passphrase, { algorithm })
  writeFileSync(path, Buffer.from(forge.asn1.toDer(bag).getBytes(), 'binary'))
  return path
}

/** A certificate that began a day before now, as the server has read it from a file in a folder. */
export function signerUntil(folder: string, until: Date): Signer {
  const made = testCertificate({ from: new Date(Date.now() - 86_400_000), until })
  const path = pkcs12File(folder, made)
  const signer = signerOf((name) => (name === 'FACTURAE_CERTIFICATE' ? path : made.passphrase))
  if (!signer) throw new Error('no certificate was read')
  return signer
}
