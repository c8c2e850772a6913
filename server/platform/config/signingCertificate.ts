import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Forge from 'node-forge'
import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of the signature of electronic invoices: default and description. */
export const signingSettings = {
  FACTURAE_CERTIFICATE: [
    '',
    "File with the provider's certificate, its RSA key and the certificates between it and its authority, as PKCS#12 (.p12, .pfx) or PEM: signs Facturae files; default unsigned",
  ],
  FACTURAE_CERTIFICATE_PASSPHRASE: ['', 'Passphrase of FACTURAE_CERTIFICATE'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** What signs electronic invoices: the provider's key and certificate, and those between it and its authority. */
export type Signer = { key: KeyObject; certificate: X509Certificate; chain: readonly X509Certificate[] }

type Content = { key: KeyObject | null; certificates: X509Certificate[] }

const refuse = (problem: string) => new ConfigProblem(`FACTURAE_CERTIFICATE: ${problem}.`)

const wrongPassphrase = (passphrase: string) =>
  refuse(passphrase === '' ? 'it needs FACTURAE_CERTIFICATE_PASSPHRASE' : 'FACTURAE_CERTIFICATE_PASSPHRASE does not open it')

const pemParts = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g

function fromPem(text: string, passphrase: string): Content {
  const parts = [...text.matchAll(pemParts)].map(([whole, label = '']) => ({ whole, label }))
  const ofKey = parts.find(({ label }) => label.endsWith('PRIVATE KEY'))
  return {
    key: ofKey ? keyOfPem(ofKey.whole, passphrase) : null,
    certificates: parts.filter(({ label }) => label === 'CERTIFICATE').map(({ whole }) => new X509Certificate(whole)),
  }
}

function keyOfPem(key: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key, passphrase })
  } catch {
    if (/ENCRYPTED/.test(key)) throw wrongPassphrase(passphrase)
    throw refuse('its private key cannot be read')
  }
}

function fromPkcs12(bytes: Buffer, passphrase: string): Content {
  // Loaded only where there is such a file.
  const forge = createRequire(import.meta.url)('node-forge') as typeof Forge
  const structure = forge.asn1.fromDer(bytes.toString('binary'))
  const pfx = open(forge, structure, passphrase)
  const oids = forge.pki.oids as Record<'certBag' | 'keyBag' | 'pkcs8ShroudedKeyBag', string>
  const bags = (type: string) => pfx.getBags({ bagType: type })[type] ?? []
  const key = [...bags(oids.pkcs8ShroudedKeyBag), ...bags(oids.keyBag)].find((bag) => bag.key)?.key
  const certificates = bags(oids.certBag).flatMap(({ cert }) => (cert ? [cert] : []))
  return {
    key: key ? createPrivateKey(forge.pki.privateKeyToPem(key)) : null,
    certificates: certificates.map((one) => new X509Certificate(forge.pki.certificateToPem(one))),
  }
}

function open(forge: typeof Forge, structure: Forge.asn1.Asn1, passphrase: string): Forge.pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(structure, passphrase)
  } catch (error) {
    if (/password|decrypt/i.test(String(error))) throw wrongPassphrase(passphrase)
    throw error
  }
}

function contentOf(bytes: Buffer, passphrase: string): Content {
  const text = bytes.toString('latin1')
  try {
    return text.includes('-----BEGIN ') ? fromPem(text, passphrase) : fromPkcs12(bytes, passphrase)
  } catch (error) {
    if (error instanceof ConfigProblem) throw error
    throw refuse('it is neither a PKCS#12 nor a PEM file')
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw refuse(`${path} cannot be read (${code ?? 'unknown'})`)
  }
}

/** Certificates of the file from one up to the last whose issuer is in the file. */
function issuersOf(certificate: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const issuer = all.find((one) => one !== certificate && certificate.checkIssued(one))
  return issuer
    ? [
        issuer,
        ...issuersOf(
          issuer,
          all.filter((one) => one !== certificate),
        ),
      ]
    : []
}

const day = (at: Date) => at.toISOString().slice(0, 10)

/** From when until when a certificate holds. */
export const validityOf = (certificate: X509Certificate): { from: Date; until: Date } => ({
  from: new Date(certificate.validFrom),
  until: new Date(certificate.validTo),
})

/** Whose a certificate is, by its common name. */
export const certificateName = ({ certificate: { subject } }: Signer): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject

/** Reads the certificate that signs electronic invoices; null: none is set. Throws ConfigProblem: not readable, wrong passphrase, not valid now, without its key. */
export function signerOf(read: (name: keyof typeof signingSettings) => string, now = new Date()): Signer | null {
  const [path, passphrase] = [read('FACTURAE_CERTIFICATE'), read('FACTURAE_CERTIFICATE_PASSPHRASE')]
  if (path === '') {
    if (passphrase === '') return null
    throw new ConfigProblem('FACTURAE_CERTIFICATE_PASSPHRASE is set without FACTURAE_CERTIFICATE.')
  }
  const { key, certificates } = contentOf(bytesOf(path), passphrase)
  if (certificates.length === 0) throw refuse('there is no certificate in it')
  if (key === null) throw refuse('there is no RSA key in it')
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw refuse('its key is not RSA with at least 2048 bits')
  const certificate = certificates.find((one) => one.checkPrivateKey(key))
  if (!certificate) throw refuse('its key does not fit its certificate')
  const { from, until } = validityOf(certificate)
  if (until <= now) throw refuse(`it expired on ${day(until)}`)
  if (from > now) throw refuse(`it is not valid before ${day(from)}`)
  return { key, certificate, chain: issuersOf(certificate, certificates) }
}
