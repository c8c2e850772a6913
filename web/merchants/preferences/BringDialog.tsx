import { useState } from 'react'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { ChangeTicks, type Differing } from '../../platform/ui/figures/ChangeTicks.tsx'
import { otherMode } from './otherMode.ts'

type BringDialogProps<Name extends string> = {
  /** Null while the other mode’s data is loading. */
  differing: readonly Differing<Name>[] | null
  /** Why it could not be loaded. */
  error: unknown
  /** The consequences of copying. */
  note: string
  /** Applies the chosen differences; rejects when refused. */
  onTake: (chosen: Name[]) => Promise<void>
  onClose: () => void
}

/** The differences from the other mode, to be copied here one by one. */
export function BringDialog<Name extends string>({ differing, error, note, onTake, onClose }: BringDialogProps<Name>) {
  const { mode } = useMerchant()
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const from = otherMode(mode)
  const chosen = (differing ?? []).map(({ name }) => name).filter((name) => !left.has(name))
  const isSame = differing?.length === 0

  async function take() {
    if (busy) return
    if (chosen.length === 0) return onClose()
    setBusy(true)
    setFailure(null)
    try {
      await onTake(chosen)
      onClose()
    } catch (reason) {
      setFailure(reason)
      setBusy(false)
    }
  }
  const problem = failure ?? error
  return (
    <ConfirmDialog
      title={t(`preferences.bring.title.${from}`)}
      verb={chosen.length === 0 ? t('shell.close') : t('preferences.bring.verb', { count: chosen.length })}
      busy={busy || (differing === null && error === null)}
      busyLabel={t(differing === null ? 'preferences.loading' : 'shell.saving')}
      onConfirm={() => void take()}
      onClose={onClose}
    >
      {problem !== null && (
        <div className="pb-4">
          <Banner tone="error" live title={reasonOf(problem)} />
        </div>
      )}
      {differing !== null && (
        <div className="grid gap-4">
          <p className="text-ink-2">{isSame ? t('preferences.bring.same') : `${t(`preferences.bring.about.${mode}`)} ${note}`}</p>
          {!isSame && (
            <ChangeTicks
              label={t('preferences.bring.differences')}
              toLabel={t('preferences.bring.becomes')}
              differing={differing}
              left={left}
              onLeft={setLeft}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

/** A field's own message is more specific than the general one. */
function reasonOf(problem: unknown): string {
  const field = isApiFailure(problem) ? [...problem.fields.values()][0] : undefined
  return field?.message ?? failureText(problem)
}
