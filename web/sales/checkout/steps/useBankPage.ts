import { useEffect, useState } from 'react'
import { type BankCode, bankCodes, testBankCodes } from './bankCodes.ts'

type Place = { depth?: number; bank?: string }

const here = (): Place => (typeof history.state === 'object' && history.state !== null ? (history.state as Place) : {})
/** The bank whose page the browser's history stands at. */
const bankHere = (): BankCode | null => [...bankCodes, ...testBankCodes].find((code) => code === here().bank) ?? null

/** The bank's page as a page of the browser's history: Back leads from it to the choice of banks. */
export function useBankPage() {
  const [bank, setBank] = useState(bankHere)
  useEffect(() => {
    const follow = () => setBank(bankHere())
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  const visit = (code: BankCode) => {
    history.pushState({ ...here(), depth: (here().depth ?? 0) + 1, bank: code }, '')
    setBank(code)
  }
  /** Goes back to the choice, unless the sale has gone on meanwhile. */
  const leave = () => {
    if (here().bank !== undefined) history.back()
  }
  return { bank, visit, leave }
}
