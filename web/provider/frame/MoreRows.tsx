import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'

type MoreRowsProps = { label?: string; read: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

/** The button below a list that reads its next page; nothing after the last one. */
export const MoreRows = ({ label, read: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreRowsProps) =>
  hasNextPage && (
    <p className="pt-4">
      <Button busy={isFetchingNextPage} busyLabel={t('shell.reading')} sends={false} onClick={() => void fetchNextPage()}>
        {label ?? t('consoleMerchants.more')}
      </Button>
    </p>
  )
