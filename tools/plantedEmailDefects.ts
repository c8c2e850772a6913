import type { PlantedDefect } from './plantedDefect.ts'

const samples = 'server/provider/messages/samples.test.ts'
const contract = 'server/sales/checkout/contract.test.ts'

/** Defects of e-mails and of the customer's contract. */
export const emailDefects: readonly PlantedDefect[] = [
  {
    name: 'a contract that names its customer on every device that has the link',
    file: 'server/sales/checkout/contract.ts',
    find: "isNamed: position.device === 'this'",
    replace: 'isNamed: true',
    caughtBy: [contract, 'server/sales/checkout/consentAndCode.slow.test.ts'],
  },
  {
    name: 'a contract that does not go with the e-mail of the approval',
    file: 'server/sales/messages/customerMessage.ts',
    find: '...(file && { attachments: [file] })',
    replace: '',
    caughtBy: [contract],
  },
  {
    name: 'a value that is markup in an e-mail',
    file: 'server/platform/emails/emailHtml.ts',
    find: '(at % 2 === 0 ? escapeHtml(part) :',
    replace: '(at % 2 === 0 ? part :',
    caughtBy: [samples],
  },
  {
    name: 'figures that stand in the HTML of an e-mail only',
    file: 'server/platform/emails/emailText.ts',
    find: 'block.rows.map(({ label, value }) => `${label}: ${value}`)',
    replace: 'block.rows.map(({ label }) => label)',
    caughtBy: [samples],
  },
  {
    name: 'a previewed e-mail that may run scripts',
    file: 'server/platform/gateway/sendDownload.ts',
    find: "frame-ancestors 'self'; sandbox\"",
    replace: "frame-ancestors 'self'\"",
    caughtBy: ['server/provider/messages/emailSamples.test.ts'],
  },
]
