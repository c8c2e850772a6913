import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'

type MoreRowsProps = {
  label?: string
  read: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
}

/** The button below a list that reads its next page, and why that failed; nothing after the last one. */
export const MoreRows = ({ label, read: { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } }: MoreRowsProps) =>
  hasNextPage && (
    <div className="grid justify-items-start gap-3 pt-4">
      {isFetchNextPageError && <ErrorBanner>{failureMessage(error)}</ErrorBanner>}
      <Button busy={isFetchingNextPage} busyLabel={t('shell.reading')} sends={false} onClick={() => void fetchNextPage()}>
        {label ?? t('consoleMerchants.more')}
      </Button>
    </div>
  )
