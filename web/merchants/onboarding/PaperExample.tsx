import type { ReactNode } from 'react'
import type { PaperType } from '#domain/merchants/company/papers'

const line = { stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const
const paper = { className: 'fill-sheet stroke-line-strong', strokeWidth: 2 } as const
const sheet = <rect x="24" y="12" width="48" height="72" rx="4" {...paper} />
/** What tells a document from the others is in the brand's colour. */
const mark = { ...line, className: 'stroke-accent' } as const

const drawings: Record<PaperType, ReactNode> = {
  signatory_dni: (
    <>
      <rect x="12" y="26" width="72" height="46" rx="6" {...paper} />
      <circle cx="28" cy="44" r="7" {...mark} />
      <path d="M18 63c2-8 18-8 20 0" {...mark} />
      <path d="M50 40h24M50 49h24M50 58h14" {...line} />
    </>
  ),
  // a tax number in a frame
  cif: (
    <>
      <rect x="14" y="22" width="68" height="52" rx="4" {...paper} />
      <rect x="22" y="30" width="34" height="12" rx="2" {...mark} />
      <path d="M28 36h22" {...mark} />
      <path d="M22 51h44M22 59h36M22 67h22" {...line} />
    </>
  ),
  // several sheets with a notary's seal
  deeds_or_taxid: (
    <>
      <rect x="33" y="10" width="46" height="66" rx="4" {...paper} />
      <rect x="26" y="15" width="46" height="66" rx="4" {...paper} />
      <rect x="19" y="20" width="46" height="66" rx="4" {...paper} />
      <path d="M27 32h30M27 40h30M27 48h30M27 56h20" {...line} />
      <circle cx="51" cy="70" r="8" {...mark} />
      <path d="M48 70l2 2 4-4" {...mark} />
    </>
  ),
  // a bank, the account number, its stamp
  bank_account_certificate: (
    <>
      {sheet}
      <path d="M33 29l9-6 9 6zM35 32v7M42 32v7M49 32v7M33 42h18" {...mark} strokeLinejoin="round" />
      <rect x="32" y="50" width="32" height="9" rx="2" {...line} />
      <path d="M36 54.5h4M44 54.5h4M52 54.5h8M33 68h22M33 76h12" {...line} />
    </>
  ),
  // a table of amounts with its sum
  audited_annual_accounts: (
    <>
      {sheet}
      <path d="M33 24h20M33 34h16M57 34h7M33 42h12M57 42h7M33 50h16M57 50h7" {...line} />
      <path d="M33 58h31M55 65h9" {...mark} />
      <path d="M35 78v-5M43 78v-9M51 78v-6" {...line} />
    </>
  ),
  // a crest and a code to check it by
  tax_agency_certificate: (
    <>
      {sheet}
      <path d="M42 20h12v8c0 4-3 6-6 8-3-2-6-4-6-8z" {...mark} strokeLinejoin="round" />
      <path d="M33 46h30M33 54h30M33 62h18" {...line} />
      <path d="M33 72v6M37 72v6M40 72v6M45 72v6M48 72v6M53 72v6M57 72v6M60 72v6" {...line} strokeWidth={1.5} />
    </>
  ),
}

/** An illustration of a document, whole, straight and with a margin, by which it is told from the others. */
export const PaperExample = ({ type }: { type: PaperType }) => (
  <svg aria-hidden viewBox="0 0 96 96" fill="none" className="size-24 flex-none text-ink-3">
    <rect x="1" y="1" width="94" height="94" rx="12" className="fill-sunken" />
    {drawings[type]}
  </svg>
)
