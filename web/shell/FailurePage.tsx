import { isApiFailure, isNotOffered } from '../api/apiFailure.ts'
import { settings } from '../api/settings.ts'
import { t } from '../i18n/t.ts'
import { BrandMark } from '../ui/BrandMark.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorCard, type ErrorCardWords } from '../ui/ErrorCard.tsx'
import { failureWords } from './failureWords.ts'
import { NotOffered } from './NotOffered.tsx'
import { SupportButton } from './SupportButton.tsx'

/** The words that every error card shares. */
const errorCardWords = (): ErrorCardWords => ({
  whatFailed: t('shell.error.whatFailed'),
  didMoneyMove: t('shell.error.didMoneyMove'),
  whatToDo: t('shell.error.whatToDo'),
  retry: t('shell.retry'),
  reference: t('shell.error.reference'),
  copy: t('shell.error.copy'),
  copied: t('shell.error.copied'),
})

type FailurePageProps = { error: unknown; onRetry: () => void; bare?: boolean; onClose?: () => void }

/** A page, a dialog (`onClose`), or the start of the application, that could not be loaded. Loading moves no money. */
export function FailurePage({ error, onRetry, bare = false, onClose }: FailurePageProps) {
  const card = isNotOffered(error) ? (
    <NotOffered />
  ) : (
    <ErrorCard
      words={errorCardWords()}
      title={failureWords(error)}
      moneyMoved={t('shell.error.no')}
      moneyDetail={t('shell.error.onlyLoading')}
      onRetry={onRetry}
      requestId={isApiFailure(error) ? error.requestId : null}
      actions={
        <>
          {bare && <Button onClick={() => location.assign('/')}>{t('shell.error.start')}</Button>}
          <SupportButton error={error} />
        </>
      }
    />
  )
  if (onClose)
    return (
      <Dialog title={t('shell.error.notOpened')} closeLabel={t('shell.close')} size="money" onClose={onClose}>
        {card}
      </Dialog>
    )
  if (!bare) return card
  return (
    <main id="contenido" className="mx-auto grid max-w-[960px] gap-6 px-4 py-14">
      <BrandMark name={settings().brand.name} />
      {card}
    </main>
  )
}
