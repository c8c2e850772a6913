import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { audienceNamesRead, audienceRead } from './audienceReads.ts'
import type { AudiencesQuery } from './audiencesQuery.ts'
import { ContainsModal } from './ContainsModal.tsx'
import { EraseModal } from './EraseModal.tsx'
import { OverlapModal } from './OverlapModal.tsx'
import { ReceiptModal } from './ReceiptModal.tsx'

type AudienceDialogsProps = { query: AudiencesQuery; hrefOf: (change: Partial<AudiencesQuery>) => string; onClose: () => void }

/** The dialog in the URL, once its audience is loaded. */
export function AudienceDialogs({ query: { dialog, id }, ...rest }: AudienceDialogsProps) {
  return dialog === null || id === null ? null : <Opened dialog={dialog} id={id} {...rest} />
}

type OpenedProps = Omit<AudienceDialogsProps, 'query'> & { dialog: NonNullable<AudiencesQuery['dialog']>; id: string }

function Opened({ dialog, id, hrefOf, onClose }: OpenedProps) {
  const { merchantId } = useMerchant()
  const { data, error, refetch, isFetching } = useQuery(audienceRead(merchantId, id))
  // Loaded first, because the dialog's height depends on whether there is another audience to compare with.
  const names = useQuery({ ...audienceNamesRead(merchantId), enabled: dialog === 'overlap' })
  if (error !== null && !data)
    return (
      <Dialog title={t('audiences.title')} onClose={onClose}>
        <FailureCard title={t('audiences.failed.one')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Dialog>
    )
  if (!data || (dialog === 'overlap' && !names.isFetched)) return null
  if (dialog === 'receipt' || data.status === 'erased') return <ReceiptModal audience={data} hrefOf={hrefOf} onClose={onClose} />
  if (dialog === 'contains') return <ContainsModal audience={data} onClose={onClose} />
  if (dialog === 'overlap') return <OverlapModal audience={data} onClose={onClose} />
  return <EraseModal audience={data} onClose={onClose} />
}
