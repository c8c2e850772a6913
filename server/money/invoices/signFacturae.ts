import type { X509Certificate } from 'node:crypto'
import { recordInstant } from '#domain/money/invoiceRecord'
import { type Signer, validityOf } from '../../platform/config/signingCertificate.ts'
import { tag, words } from './xml.ts'

/** The signature policy of Facturae, version 3.1, with the SHA-1 of its PDF, which its publisher gave as its identifier. */
const policy = {
  identifier: 'http://www.facturae.es/politica_de_firma_formato_facturae/politica_de_firma_formato_facturae_v3_1.pdf',
  description: 'Política de Firma FacturaE v3.1',
  sha1: 'Ohixl6upD6av8N7pEvDABhEL6hM=',
} as const

const algorithms = {
  canonical: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
} as const

/** Whether a signer's certificate holds at an instant. */
export function canSign({ certificate }: Signer, at: Date): boolean {
  const { from, until } = validityOf(certificate)
  return from <= at && at < until
}

/**
 * A Facturae file with an enveloped signature (XAdES-EPES, RSA with SHA-256) by the signature policy of Facturae, version 3.1. `issuedAt`: the time of signing that
 * it claims, or the beginning of the certificate where that is later, so that the same invoice gives the same bytes.
 */
export async function signFacturae(xml: string, { key, certificate, chain }: Signer, issuedAt: Date): Promise<string> {
  // Loaded on demand, so that the server starts faster.
  const { SignedXml } = await import('xml-crypto')
  const { from } = validityOf(certificate)
  const at = issuedAt < from ? from : issuedAt
  const signed = new SignedXml({
    privateKey: key,
    signatureAlgorithm: algorithms.rsaSha256,
    canonicalizationAlgorithm: algorithms.canonical,
    getKeyInfoContent: () => keyInfo([certificate, ...chain]),
    objects: [{ content: qualifyingProperties(certificate, at) }],
  })
  const { canonical, enveloped, sha256: digestAlgorithm } = algorithms
  signed.addReference({ xpath: '/*', isEmptyUri: true, id: 'Invoice', transforms: [enveloped, canonical], digestAlgorithm })
  const type = 'http://uri.etsi.org/01903#SignedProperties'
  signed.addReference({ xpath: `//*[@Id='SignedProperties']`, type, transforms: [canonical], digestAlgorithm })
  signed.computeSignature(xml, { prefix: 'ds', attrs: { Id: 'Signature' }, location: { reference: '/*', action: 'append' } })
  return `${signed.getSignedXml()}\n`
}

const base64 = (certificate: X509Certificate) => certificate.raw.toString('base64')

const keyInfo = (certificates: readonly X509Certificate[]) =>
  tag('ds:X509Data', ...certificates.map((one) => tag('ds:X509Certificate', base64(one))))

/** A name as RFC 2253 writes it, from the last part to the first. */
const issuerName = ({ issuer }: X509Certificate) => issuer.split('\n').toReversed().join(',')

const algorithm = (name: string, value: string) => `<${name} Algorithm="${value}"></${name}>`

function qualifyingProperties(certificate: X509Certificate, at: Date): string {
  const digest = Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64')
  const signature = tag(
    'xades:SignedSignatureProperties',
    tag('xades:SigningTime', recordInstant(at)),
    tag(
      'xades:SigningCertificate',
      tag(
        'xades:Cert',
        tag('xades:CertDigest', algorithm('ds:DigestMethod', algorithms.sha256), tag('ds:DigestValue', digest)),
        tag(
          'xades:IssuerSerial',
          tag('ds:X509IssuerName', words(issuerName(certificate), 1_000)),
          tag('ds:X509SerialNumber', String(BigInt(`0x${certificate.serialNumber}`))),
        ),
      ),
    ),
    tag(
      'xades:SignaturePolicyIdentifier',
      tag(
        'xades:SignaturePolicyId',
        tag('xades:SigPolicyId', tag('xades:Identifier', policy.identifier), tag('xades:Description', policy.description)),
        tag('xades:SigPolicyHash', algorithm('ds:DigestMethod', algorithms.sha1), tag('ds:DigestValue', policy.sha1)),
      ),
    ),
    tag('xades:SignerRole', tag('xades:ClaimedRoles', tag('xades:ClaimedRole', 'emisor'))),
  )
  const format = `<xades:DataObjectFormat ObjectReference="#Invoice">${tag('xades:MimeType', 'text/xml')}</xades:DataObjectFormat>`
  return (
    `<xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="#Signature"><xades:SignedProperties Id="SignedProperties">` +
    `${signature}${tag('xades:SignedDataObjectProperties', format)}</xades:SignedProperties></xades:QualifyingProperties>`
  )
}
