import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { BrandMark } from '../ui/feedback/BrandMark.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../feedback/Dialog.tsx'
import { failureMessage } from '../feedback/failureMessage.ts'
import { ReadFailure } from './ReadFailure.tsx'

type FailurePageProps = { error: unknown; onRetry: () => void; bare?: boolean; onClose?: () => void }

/** Error page of a page, a dialog (`onClose`), or the start of the application that could not be loaded. Loading moves no money. */
export function FailurePage({ error, onRetry, bare = false, onClose }: FailurePageProps) {
  const card = (
    <ReadFailure
      title={failureMessage(error)}
      error={error}
      onRetry={onRetry}
      actions={bare && <Button onClick={() => location.assign('/')}>{t('shell.error.start')}</Button>}
    />
  )
  if (onClose)
    return (
      <Dialog title={t('shell.error.notOpened')} size="money" onClose={onClose}>
        {card}
      </Dialog>
    )
  if (!bare) return <div data-nothing-shown>{card}</div>
  return (
    <main id="contenido" className="mx-auto grid max-w-[960px] gap-6 px-4 py-14">
      <BrandMark brand={settings().brand} />
      {card}
    </main>
  )
}
