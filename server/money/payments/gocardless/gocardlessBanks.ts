import { type Cents, cents, sum, ZERO } from '#domain/platform/money'
import type { GocardlessConfig } from '../../../platform/config/partnersConfig.ts'
import { ConfigProblem } from '../../../platform/database/configProblem.ts'
import {
  type AccountInformation,
  type BankAccountSummary,
  type BankConsent,
  type BankConsentRequest,
  type BankConsentState,
  type BankErrorCode,
  statusOfBankError,
} from '../accountInformation.ts'
import { ProviderUnreachable } from '../partners.ts'
import { ApiProblem, gocardlessClient, type GocardlessClient } from './gocardlessClient.ts'

/** The shapes of the API that are used here. */
type Requisition = { id: string; status: string; link: string; reference: string; accounts: string[] }
type Page<T> = { results: T[]; next: string | null }
type Institution = { id: string; bic: string }
type Transaction = { transactionAmount: { amount: string; currency: string }; bookingDate?: string }

/** The BIC of the banks that customers choose from, by their code in the Bank of Spain's register. */
const bics: Readonly<Record<string, string>> = {
  '2100': 'CAIXESBB',
  '0049': 'BSCHESMM',
  '0182': 'BBVAESMM',
  '0081': 'BSABESBB',
  '0128': 'BKBKESMM',
  '2103': 'UCJAES2M',
  '2085': 'CAZRES2Z',
  '2095': 'BASKES2B',
  '1465': 'INGDESMM',
}

const months = 3
/** Requisitions looked through for a reference whose answer was lost. */
const maxLookedThrough = 500

/** Account information by GoCardless's Bank Account Data API, or another one of its shape: a requisition is consented at the bank, then its accounts are read. */
export function gocardlessBanks(config: GocardlessConfig): AccountInformation {
  const api = gocardlessClient(config)
  const findOf = async ({ id, reference }: Pick<BankConsent, 'id' | 'reference'>): Promise<Requisition | null> => {
    try {
      if (reference === null) return await findByOurId(api, id)
      return await api.get<Requisition>(`/requisitions/${reference}/`)
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return null
      throw unreachable(error)
    }
  }
  return {
    name: 'gocardless',
    async checkAccess() {
      try {
        await api.get('/institutions/?country=es')
      } catch (error) {
        if (error instanceof ApiProblem && (error.status === 401 || error.status === 403))
          throw new ConfigProblem('GOCARDLESS_SECRET_ID and GOCARDLESS_SECRET_KEY are refused by the account-information partner.', {
            cause: error,
          })
        if (!(error instanceof ProviderUnreachable)) throw error
      }
    },
    start: (request) => start(api, request),
    async find(consent) {
      const requisition = await findOf(consent)
      return requisition && stateOf(requisition)
    },
    async accounts({ reference, holder }) {
      try {
        const { accounts, status } = await api.get<Requisition>(`/requisitions/${reference}/`)
        const error = errorOf(status)
        if (error !== null) return { accounts: [], error }
        if (accounts.length === 0) return { accounts: [], error: 'P000' }
        return { accounts: await Promise.all(accounts.map((id) => readAccount(api, id, holder))), error: null }
      } catch (error) {
        return { accounts: [], error: accountError(error) }
      }
    },
  }
}

/** The API has no idempotency keys, but takes a reference once: a lost answer is looked for. */
async function start(api: GocardlessClient, { id, bankCode, returnUrl, language }: BankConsentRequest): Promise<BankConsentState> {
  const bic = bics[bankCode]
  try {
    const institutions = await api.get<Institution[]>('/institutions/?country=es')
    const institution = institutions.find((one) => one.bic.slice(0, 8) === bic)
    if (!institution) return { reference: `none_${id}`, status: 'failed', redirectUrl: null, error: 'P000' }
    const request = { redirect: returnUrl, institution_id: institution.id, reference: id, user_language: language.toUpperCase() }
    return stateOf(await api.post<Requisition>('/requisitions/', request))
  } catch (error) {
    const known = error instanceof ApiProblem && error.status === 400 ? await findByOurId(api, id) : null
    if (known) return stateOf(known)
    throw unreachable(error)
  }
}

async function findByOurId(api: GocardlessClient, id: string): Promise<Requisition | null> {
  for (let offset = 0; offset < maxLookedThrough; offset += 100) {
    const { results, next } = await api.get<Page<Requisition>>(`/requisitions/?limit=100&offset=${offset}`)
    const found = results.find(({ reference }) => reference === id)
    if (found || next === null) return found ?? null
  }
  return null
}

/** Too many requests, as any other outcome that is not known yet. */
const unreachable = (error: unknown): unknown =>
  error instanceof ApiProblem && (error.status === 429 || error.status >= 500)
    ? new ProviderUnreachable('the account-information partner has too much to do', { cause: error })
    : error

/** `LN`: linked; `RJ`: rejected; `EX`, `SU`: expired or suspended; all others: the customer is on their way. */
function errorOf(status: string): BankErrorCode | null {
  if (status === 'LN') return null
  if (status === 'RJ') return 'C001'
  return status === 'EX' || status === 'SU' ? 'C004' : 'C002'
}

function stateOf({ id, status: reportedStatus, link }: Requisition): BankConsentState {
  const error = errorOf(reportedStatus)
  const status = error === null ? 'confirmed' : statusOfBankError(error)
  return { reference: id, status, redirectUrl: status === 'pending' ? link : null, error }
}

function accountError(error: unknown): BankErrorCode {
  if (!(error instanceof ApiProblem)) throw error
  if (error.status === 429) return 'C005'
  if (error.status >= 500) return 'T001'
  if (error.status === 401 || error.status === 403) return 'C001'
  if (error.status === 404) return 'P000'
  throw error
}

async function readAccount(api: GocardlessClient, id: string, holder: string | null): Promise<BankAccountSummary> {
  const [details, balances, moves] = await Promise.all([
    api.get<{ account: { ownerName?: string } }>(`/accounts/${id}/details/`),
    api.get<{ balances: { balanceAmount: { amount: string } }[] }>(`/accounts/${id}/balances/`),
    api.get<{ transactions: { booked: Transaction[] } }>(`/accounts/${id}/transactions/`),
  ])
  const amounts = moves.transactions.booked.map(({ transactionAmount }) => amountOf(transactionAmount.amount))
  const monthly = (some: readonly Cents[]) => cents(Math.round(Math.abs(sum(ZERO, ...some)) / months))
  return {
    incomeCents: monthly(amounts.filter((one) => one > 0)),
    outgoingsCents: monthly(amounts.filter((one) => one < 0)),
    balanceCents: amountOf(balances.balances[0]?.balanceAmount.amount ?? '0'),
    isOwner: isSameName(details.account.ownerName, holder),
  }
}

function amountOf(text: string): Cents {
  const [, sign, whole = '', part = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2})\d*)?$/.exec(text) ?? []
  if (whole === '') throw new Error('the account-information partner sent an amount that is not a number')
  const value = Number(whole) * 100 + Number(part.padEnd(2, '0') || '0')
  return cents(sign === '-' ? -value : value)
}

const wordsOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)

/** Banks write names in any order, and leave second surnames out: two words in common are the same person. Without a name on either side nothing speaks against it. */
export function isSameName(owner: string | undefined, holder: string | null): boolean {
  if (owner === undefined || owner === '' || holder === null) return true
  const known = new Set(wordsOf(holder))
  return wordsOf(owner).filter((word) => known.has(word)).length >= Math.min(2, known.size)
}
