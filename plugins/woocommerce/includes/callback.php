<?php
/**
 * Where the provider asks and tells about an order.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

function register_callback(): void {
	register_rest_route(
		'pago-a-plazos/v1',
		'/orders/(?P<order>\d+)',
		array(
			'methods'             => 'POST',
			'callback'            => __NAMESPACE__ . '\take_callback',
			// The provider shows the shop's own private key: see below.
			'permission_callback' => '__return_true',
		)
	);
}

function callback_url( \WC_Order $order ): string {
	return get_rest_url( null, 'pago-a-plazos/v1/orders/' . $order->get_id() );
}

/** Answers the question whether an order is accepted, and keeps what became of it. It may come twice, and late. */
function take_callback( \WP_REST_Request $request ): \WP_REST_Response {
	$gateway = new Gateway();
	$key     = trim( $gateway->get_option( 'private_key' ) );
	$bearer  = preg_replace( '/^Bearer /i', '', (string) $request->get_header( 'authorization' ) );
	$shown   = (string) ( $request->get_param( 'access_token' ) ?? $bearer );
	if ( '' === $key || ! hash_equals( $key, $shown ) ) {
		return new \WP_REST_Response( array( 'status' => 'ko', 'reason' => 'The key is not this shop\'s.' ), 401 );
	}
	$order = wc_get_order( (int) $request->get_param( 'order' ) );
	$told  = $request->get_json_params();
	if ( ! $order || ! is_array( $told ) || $gateway->api()->is_sandbox() !== ( $told['sandbox'] ?? null ) ) {
		return new \WP_REST_Response( array( 'status' => 'ko', 'reason' => 'There is no such order.' ), 404 );
	}
	$problem = 'confirmation_required' === $told['status_reason'] ? refusal( $order, $told ) : null;
	if ( null !== $problem ) {
		return new \WP_REST_Response( array( 'status' => 'ko', 'reason' => $problem ) );
	}
	if ( 'confirmation_required' !== $told['status_reason'] ) {
		apply_state( $order, $told );
	}
	return new \WP_REST_Response( array( 'status' => 'ok', 'order_id' => (string) $order->get_order_number() ) );
}

/** Why an order is not accepted; null: it is. */
function refusal( \WC_Order $order, array $told ): ?string {
	if ( cents( $order->get_total() ) !== $told['total_amount'] ) {
		return 'The total of the order has changed.';
	}
	return $order->has_status( array( 'cancelled', 'refunded' ) ) ? 'The order was cancelled.' : null;
}

function apply_state( \WC_Order $order, array $told ): void {
	if ( 'ok' === $told['status'] && ! $order->is_paid() ) {
		$order->update_meta_data( Gateway::OPERATION, $told['id'] );
		$order->payment_complete( $told['id'] );
		return;
	}
	// A later attempt of the same order may have been paid.
	$is_current = $told['id'] === $order->get_meta( Gateway::OPERATION );
	if ( 'ko' === $told['status'] && $is_current && $order->has_status( array( 'pending', 'on-hold' ) ) ) {
		$order->update_status( 'failed', __( 'El pago a plazos no salió adelante.', 'pago-a-plazos' ) );
	}
}
