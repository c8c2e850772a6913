import { t } from '../../platform/i18n/t.ts'
import { StaleChoice } from '../../platform/requests/StaleChoice.tsx'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import type { FieldForm } from './useFieldForm.ts'

type Saving = Pick<FieldForm<never>, 'dirty' | 'saving' | 'saved' | 'error' | 'save' | 'conflict'>

/** The save state beside the title, in a live region. */
export function SaveState({ form: { dirty, saving, saved, error } }: { form: Saving }) {
  const words = error !== null ? 'company.notSaved' : saving || dirty ? 'shell.saving' : saved ? 'company.saved' : 'company.savesItself'
  return (
    <span role="status" className={`text-md ${error === null ? 'text-ink-3' : 'text-danger-ink'}`}>
      {t(words)}
    </span>
  )
}

/** The error of a failed save, with a retry button; nothing typed is lost meanwhile. */
export function SaveProblem({ form: { error, save, saving, conflict } }: { form: Saving }) {
  if (error === null) return null
  if (conflict)
    return <StaleChoice error={error} lines={conflict.lines} busy={saving} onMine={() => void save()} onTheirs={conflict.takeTheirs} />
  return (
    <Banner
      tone="error"
      live
      title={failureMessage(error)}
      action={
        <Button size="small" busy={saving} onClick={() => void save()}>
          {t('shell.saveAgain')}
        </Button>
      }
    >
      {t('company.kept')}
    </Banner>
  )
}
