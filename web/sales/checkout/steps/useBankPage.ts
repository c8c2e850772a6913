import { useEffect, useState } from 'react'
import { type BankCode, bankCodes, testBankCodes } from './bankCodes.ts'

type Place = { depth?: number; bank?: string }

const here = (): Place => (typeof history.state === 'object' && history.state !== null ? (history.state as Place) : {})
/** The bank in the current history entry. */
const bankHere = (): BankCode | null => [...bankCodes, ...testBankCodes].find((code) => code === here().bank) ?? null

/** The bank's page as a history entry: Back returns to the choice of banks. */
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
  /** Returns to the choice of banks, unless the sale has advanced meanwhile. */
  const leave = () => {
    if (here().bank !== undefined) history.back()
  }
  return { bank, visit, leave }
}
