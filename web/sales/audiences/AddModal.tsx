import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AUDIENCE_FILE_BYTES, MIN_AUDIENCE_SIZE, AUDIENCE_ROWS } from '#domain/sales/campaigns/audience'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { t } from '../../platform/i18n/t.ts'
import { activeFilters } from '../../platform/lists/activeFilters.ts'
import { readListQuery } from '../../platform/lists/listQuery.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { sizeText } from '../../platform/lists/sizeText.ts'
import { useDebounced } from '../../platform/requests/useDebounced.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { go } from '../../platform/routes/go.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { draftProblem, isSmall, peopleOf, type AudienceDraft } from './audienceDraft.ts'
import { audiencePreviewRead } from './audienceReads.ts'
import { BasisFields } from './BasisFields.tsx'
import { FileSource } from './FileSource.tsx'
import { OperationsSource } from './OperationsSource.tsx'
import { SendingProgress } from './SendingProgress.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import { useAudienceFile } from './useAudienceFile.ts'
import { useCreateAudience } from './useCreateAudience.ts'

/** Creates an audience from a file or from operations. */
function Add() {
  const { merchantId, flag } = useMerchant()
  const { search } = useAddress()
  const close = () => go(paths.audiences(merchantId, flag), { replace: true, keepScroll: true })
  const [draft, setDraft] = useState<AudienceDraft>(() => {
    // A link from the operations list passes its filters.
    const { query: filters } = readListQuery(search)
    return {
      source: activeFilters(filters).length > 0 ? 'operations' : 'file',
      name: '',
      basis: null,
      basisNote: '',
      filters,
      type: 'email',
    }
  })
  const change = (some: Partial<AudienceDraft>) => setDraft((known) => ({ ...known, ...some }))
  const reading = useAudienceFile()
  const settledFilters = useDebounced(draft.filters, 300)
  const preview = useQuery({
    ...audiencePreviewRead(merchantId, settledFilters, draft.type),
    enabled: draft.source === 'operations',
    placeholderData: keepPreviousData,
  })
  const isFresh = settledFilters === draft.filters && !preview.isPlaceholderData
  const people = peopleOf(draft, reading.file, isFresh ? (preview.data?.people ?? null) : null)
  const { sending, error, make, stop } = useCreateAudience(close)
  const problem = draftProblem(draft, reading.file, people)
  const refusedName = isApiFailure(error) ? error.fields.get('name')?.message : undefined

  return (
    <Dialog
      size="money"
      title={t('audiences.add')}
      tag={<ModeTag />}
      subtitle={t('audiences.add.limits', { rows: AUDIENCE_ROWS, size: sizeText(AUDIENCE_FILE_BYTES), least: MIN_AUDIENCE_SIZE })}
      onClose={() => {
        stop()
        close()
      }}
      closeOnOutside={false}
      firstFocus="input[type=radio]:checked"
      onSubmit={() => problem === null && make(draft, reading.file)}
      note={t('audiences.add.note')}
      footer={
        <DialogActions
          className="max-md:basis-full!"
          onBack={() => {
            stop()
            close()
          }}
          busy={sending !== null}
          busyLabel={t('shell.creating')}
          disabledReason={problem}
        >
          {people === null || people === 0 ? t('audiences.add.verb') : t('audiences.add.verbOf', { count: people })}
        </DialogActions>
      }
    >
      <div className="grid gap-6 *:min-w-0">
        <SourceChoice source={draft.source} onChange={(source) => change({ source })} />
        <div className="grid items-start gap-x-9 gap-y-6 *:min-w-0 md:grid-cols-[1.15fr_1fr]">
          {draft.source === 'file' ? <FileSource {...reading} /> : <OperationsSource draft={draft} onChange={change} preview={preview} />}
          <BasisFields draft={draft} onChange={change} refusedName={refusedName} />
        </div>
        {isSmall(people) && (
          <Banner tone="warning" live title={t('audiences.add.small', { count: people ?? 0, least: MIN_AUDIENCE_SIZE })}>
            {t('audiences.add.small.detail')}
          </Banner>
        )}
        {sending && <SendingProgress sending={sending} />}
      </div>
      {refusedName === undefined && <SendProblem error={error} />}
    </Dialog>
  )
}

export const AddModal: Screen = { component: Add }
