import { useQuery } from '@tanstack/react-query'
import type { Widget } from '#contract/merchants/preferences'
import { widgetViews, type WidgetView } from '#domain/sales/widget/widgetViews'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { camelKey } from '../../platform/api/wire.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { BringWidget } from './BringWidget.tsx'
import { otherMode } from '../preferences/otherMode.ts'
import { connectionRead, widgetRead } from '../preferences/preferenceReads.ts'
import { PreferencesFrame } from '../preferences/PreferencesFrame.tsx'
import { useWidgetDraft, type WidgetDraft } from './useWidgetDraft.ts'
import { WidgetForm } from './WidgetForm.tsx'
import { WidgetHistory } from './WidgetHistory.tsx'
import { WidgetPreview } from './WidgetPreview.tsx'
import { WidgetReading } from './WidgetReading.tsx'

/** An unknown view has already been redirected to the product’s view. */
const viewIn = (params: Record<string, string>): WidgetView => widgetViews.find((one) => one === params['view']) ?? 'product'

/** Starts the reads before the page is rendered. */
function loader({ params, queryClient }: LoaderContext): void {
  const { merchantId = '' } = params
  void queryClient.prefetchQuery(widgetRead(merchantId, viewIn(params)))
  void queryClient.prefetchQuery(connectionRead(merchantId))
}

/** A widget view: its published look, its draft, and its history. */
function WidgetView() {
  const { merchantId, mode, may } = useMerchant()
  const view = viewIn(useAddress().params)
  const read = useQuery(widgetRead(merchantId, view))
  const { data } = read
  // Whether there is a preview, above the form on small screens.
  const connection = useQuery(connectionRead(merchantId))
  const isWhole = data && connection.isFetched
  if (isWhole) return <Shown key={`${view}/${mode}`} widget={data} />
  return (
    <PreferencesFrame
      current={view}
      action={
        may('widgetSave') && (
          <div className="invisible flex flex-wrap gap-2">
            <Button>{t(`preferences.bring.act.${otherMode(mode)}`)}</Button>
            <Button busyLabel={t('preferences.publishing')}>{t('preferences.publish')}</Button>
          </div>
        )
      }
    >
      <ReadState read={{ ...read, data: isWhole }} failed={t('preferences.failed.widget')} loading={t('preferences.loading')}>
        <Skeleton width={320} />
        <Skeleton width={180} className="mt-4 h-5" />
        <Skeleton width="100%" className="h-44 max-w-[420px]" />
      </ReadState>
    </PreferencesFrame>
  )
}

function Shown({ widget }: { widget: Widget }) {
  const { may } = useMerchant()
  const draft = useWidgetDraft(widget)
  const writes = may('widgetSave')
  const problems = new Map(isApiFailure(draft.error) ? [...draft.error.fields].map(([name, { message }]) => [camelKey(name), message]) : [])
  return (
    <PreferencesFrame
      current={widget.view}
      action={
        writes && (
          <div className="flex flex-wrap gap-2">
            <BringWidget view={widget.view} draft={draft} />
            <Button
              variant="filled"
              busy={draft.busy === 'publish'}
              busyLabel={t('preferences.publishing')}
              disabledReason={draft.waits ? (draft.isWhole ? null : t('preferences.colour.wrong')) : t('preferences.nothingWaits')}
              onClick={() => void draft.publish()}
            >
              {t('preferences.publish')}
            </Button>
          </div>
        )
      }
    >
      <div className="grid gap-7">
        <State widget={widget} draft={draft} writes={writes} hasFields={problems.size > 0} />
        <div className="grid items-start gap-x-12 gap-y-9 lg:grid-cols-[minmax(0,1fr)_26.25rem]">
          <div className="grid min-w-0 gap-9 max-lg:order-2 max-md:gap-0">
            {writes ? <WidgetForm draft={draft} problems={problems} /> : <WidgetReading preferences={draft.preferences} />}
            <WidgetHistory
              view={widget.view}
              versions={widget.versions}
              onRestore={writes ? (number) => void draft.restore(number) : null}
              busy={draft.busy === 'restore'}
            />
          </div>
          <aside className="min-w-0 lg:sticky lg:top-20">
            <WidgetPreview view={widget.view} preferences={draft.preferences} />
          </aside>
        </div>
      </div>
    </PreferencesFrame>
  )
}

/** The draft’s state: whether it is unpublished, saved, or in conflict. */
function State({ widget, draft, writes, hasFields }: { widget: Widget; draft: WidgetDraft; writes: boolean; hasFields: boolean }) {
  if (draft.error !== null && !hasFields)
    return (
      <Banner
        tone="error"
        live
        title={failureText(draft.error)}
        action={
          draft.stale ? (
            <Button size="small" onClick={() => void draft.takeTheirs()}>
              {t('preferences.takeTheirs')}
            </Button>
          ) : (
            <Button size="small" busy={draft.busy !== null} busyLabel={t('shell.error.retrying')} onClick={() => void draft.again()}>
              {t('shell.retry')}
            </Button>
          )
        }
      />
    )
  if (!draft.waits)
    return <p className="text-md text-ink-2">{t(widget.versions.length > 0 ? 'preferences.asPublished' : 'preferences.asItCame')}</p>
  return (
    <Banner
      tone="warning"
      title={t('preferences.waits')}
      action={
        writes && (
          <Button size="small" onClick={draft.discard}>
            {t('preferences.discard')}
          </Button>
        )
      }
    >
      <span role="status">{draft.saved ? t('preferences.waits.saved') : t('shell.saving')}</span>
    </Banner>
  )
}

export const WidgetPage: Screen = { component: WidgetView, loader }
