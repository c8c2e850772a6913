import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { holderList, holderSave } from '#contract/merchants/holders'
import { holderProblems, type Holder } from '#domain/merchants/company/shareholding'
import { write } from '../../platform/api/write.ts'
import { query } from '../../platform/api/query.ts'
import { useSharedForm } from '../../platform/requests/useSharedForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { showToast } from '../../platform/feedback/toasts.ts'

/** The saved holdings; of the account, the same in both modes. */
export const holdersRead = () => query(holderList, { mode: 'live' })

const newId = (): string => crypto.randomUUID().replaceAll('-', '')

const draftOf = ({ holders }: { holders: readonly Holder[] }) => ({ holders })

/** The holdings as edited, and as saved. */
export function useHolders(saved: AnswerOf<typeof holderList>) {
  const client = useQueryClient()
  const form = useSharedForm({ saved, draftOf, read: () => client.fetchQuery({ ...holdersRead(), staleTime: 0 }) })
  const [saveState, setSaveState] = useState<{ saving: boolean; error: unknown }>({ saving: false, error: null })
  const { holders } = form.draft
  const problems = holderProblems(holders)
  const type = (all: readonly Holder[]) => form.setDraft({ holders: all })
  const setWhole = (all: readonly Holder[]) => type(all.filter((one) => staysUnder(all, one)))
  const save = async () => {
    setSaveState({ saving: true, error: null })
    const { draft, revision = 0 } = form.toSend()
    try {
      const saved = await form.sent(
        write(holderSave, { body: { holders: [...draft.holders], revision }, mode: 'live' }),
        (stored) => stored,
      )
      client.setQueryData(holdersRead().queryKey, saved)
      form.restart(saved)
      setSaveState({ saving: false, error: null })
      showToast(t('settings.holders.saved'))
    } catch (error) {
      setSaveState({ saving: false, error })
    }
  }
  return {
    holders,
    problems,
    ...saveState,
    changed: JSON.stringify(form.draft) !== JSON.stringify(form.before),
    shared: form,
    save: () => void save(),
    /** Adds a holding: of a company, or null for the account's own. */
    add: (parentId: string | null) => type([...holders, { id: newId(), parentId, kind: 'person', name: '', share: 0 }]),
    change: (id: string, change: Partial<Holder>) => setWhole(holders.map((one) => (one.id === id ? { ...one, ...change } : one))),
    /** Removing a company removes its own holders. */
    remove: (id: string) => setWhole(holders.filter((one) => one.id !== id)),
  }
}

export type Holders = ReturnType<typeof useHolders>

/** Keeps the holdings whose company still exists. */
function staysUnder(all: readonly Holder[], one: Holder): boolean {
  if (one.parentId === null) return true
  const parent = all.find(({ id }) => id === one.parentId)
  return parent?.kind === 'company' && staysUnder(all, parent)
}
