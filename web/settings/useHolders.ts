import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { holderList, holderSave } from '#contract/holders'
import { holderProblems, type Holder } from '#domain/shareholding'
import { write } from '../api/write.ts'
import { query } from '../api/query.ts'
import { t } from '../i18n/t.ts'
import { showToast } from '../shell/toasts.ts'

/** The parts as they are kept; they are the account's, the same in both modes. */
export const holdersRead = () => query(holderList, { mode: 'live' })

const newId = (): string => crypto.randomUUID().replaceAll('-', '')

/** The parts of the company as they are typed, and as they are kept. */
export function useHolders(kept: readonly Holder[]) {
  const client = useQueryClient()
  const [typed, setTyped] = useState<readonly Holder[] | null>(null)
  const [standing, setStanding] = useState<{ saving: boolean; error: unknown }>({ saving: false, error: null })
  const holders = typed ?? kept
  const problems = holderProblems(holders)
  const setWhole = (all: readonly Holder[]) => setTyped(all.filter((one) => staysUnder(all, one)))
  const save = async () => {
    setStanding({ saving: true, error: null })
    try {
      client.setQueryData(holdersRead().queryKey, await write(holderSave, { body: { holders: [...holders] }, mode: 'live' }))
      setTyped(null)
      setStanding({ saving: false, error: null })
      showToast(t('settings.holders.saved'))
    } catch (error) {
      setStanding({ saving: false, error })
    }
  }
  return {
    holders,
    problems,
    ...standing,
    changed: typed !== null && JSON.stringify(typed) !== JSON.stringify(kept),
    save: () => void save(),
    /** Another part: of a company, or null of the account's own. */
    add: (parentId: string | null) => setTyped([...holders, { id: newId(), parentId, kind: 'person', name: '', share: 0 }]),
    change: (id: string, change: Partial<Holder>) => setWhole(holders.map((one) => (one.id === id ? { ...one, ...change } : one))),
    /** With a company go its own holders. */
    remove: (id: string) => setWhole(holders.filter((one) => one.id !== id)),
  }
}

export type Holders = ReturnType<typeof useHolders>

/** Keeps what is a part of a company that is still there. */
function staysUnder(all: readonly Holder[], one: Holder): boolean {
  if (one.parentId === null) return true
  const parent = all.find(({ id }) => id === one.parentId)
  return parent?.kind === 'company' && staysUnder(all, parent)
}
