import type { Handler } from '../../platform/calls/call.ts'
import { readWidget, viewOf } from './readWidget.ts'

/** How a view of the widget looks, what waits to be published, and what it looked like before. */
export const widgetView: Handler<'widgetView'> = ({ db, scope, params }) => readWidget(db, scope, viewOf(params.view))
