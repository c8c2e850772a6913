<?php
/**
 * What the provider is told when an order changes in WooCommerce.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

function listen_to_orders(): void {
	add_action( 'woocommerce_order_status_completed', __NAMESPACE__ . '\capture' );
	add_action( 'woocommerce_order_status_cancelled', __NAMESPACE__ . '\cancel' );
}

/** The order was sent: what can be captured now is, once. */
function capture( int $order_id ): void {
	tell(
		$order_id,
		static function ( Api $api, string $operation ): ?string {
			$open = $api->get( "/orders/{$operation}/captures" )['remaining_capture_amount'];
			if ( 0 === $open ) {
				return null;
			}
			$api->post( "/orders/{$operation}/captures", array( 'amount' => $open ), "capture-{$operation}-{$open}" );
			return __( 'Capturado: se te pagará en la próxima liquidación.', 'pago-a-plazos' );
		}
	);
}

function cancel( int $order_id ): void {
	tell(
		$order_id,
		static function ( Api $api, string $operation ): string {
			$api->post( "/orders/{$operation}/cancel", null, "cancel-{$operation}" );
			return __( 'Cancelado también en el pago a plazos.', 'pago-a-plazos' );
		}
	);
}

/**
 * Does something at the provider with the operation of an order, and notes it in the order.
 *
 * @param callable(Api, string): (string|null) $act What is done; its note.
 */
function tell( int $order_id, callable $act ): void {
	$order     = wc_get_order( $order_id );
	$operation = $order ? (string) $order->get_meta( Gateway::OPERATION ) : '';
	// What was never paid ends at the provider by itself.
	if ( '' === $operation || Gateway::ID !== $order->get_payment_method() || null === $order->get_date_paid() ) {
		return;
	}
	try {
		$note = $act( ( new Gateway() )->api(), $operation );
	} catch ( Api_Error $error ) {
		// translators: what the provider says.
		$note = sprintf( __( 'El pago a plazos no lo aceptó: %s Hazlo desde el panel.', 'pago-a-plazos' ), $error->getMessage() );
	}
	if ( null !== $note ) {
		$order->add_order_note( $note );
	}
}
