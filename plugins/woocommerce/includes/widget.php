<?php
/**
 * The plan simulator on product pages.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

function show_widget(): void {
	add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\enqueue_widget' );
	add_action( 'woocommerce_single_product_summary', __NAMESPACE__ . '\print_widget', 15 );
}

/** The public key, when the simulator is on; else an empty text. */
function widget_key(): string {
	$gateway = new Gateway();
	return 'yes' === $gateway->enabled && 'yes' === $gateway->get_option( 'widget' ) ? $gateway->get_option( 'public_key' ) : '';
}

function enqueue_widget(): void {
	$key = widget_key();
	if ( '' === $key || ! is_product() ) {
		return;
	}
	wp_enqueue_script(
		'pago-a-plazos',
		add_query_arg( 'public_key', rawurlencode( $key ), provider()['script_url'] ),
		array(),
		VERSION,
		array( 'strategy' => 'async' )
	);
}

function print_widget(): void {
	if ( '' === widget_key() ) {
		return;
	}
	printf(
		'<div data-%s-widget-instalments data-price=".summary .price .amount" data-currency="EUR" data-country="ES"></div>',
		esc_attr( provider()['vendor'] )
	);
}
