import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'

type MoreProps = { list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown } }

/** The button that adds the next page of a list; nothing on its last one. */
export function More({ list }: MoreProps) {
  if (!list.hasNextPage) return null
  return (
    <p className="pt-5">
      <Button busy={list.isFetchingNextPage} busyLabel={t('shell.reading')} sends={false} onClick={() => void list.fetchNextPage()}>
        {t('money.more')}
      </Button>
    </p>
  )
}
