<?php
/**
 * A shop with the plugin, for `php -S`: what its people and customers do, as requests, and WordPress's own address for callbacks.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

require __DIR__ . '/wordpress.php';
require getenv( 'PLUGIN_FOLDER' ) . '/pago-a-plazos.php';
do_action( 'before_woocommerce_init' );
do_action( 'plugins_loaded' );
do_action( 'rest_api_init' );

[ $gateway_class ] = apply_filters( 'woocommerce_payment_gateways', array() );
$path              = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
$body              = file_get_contents( 'php://input' );
$asked             = json_decode( $body, true ) ?? array();

/** An order of 2 lamps with a coupon, sent to Soria: 114.27 € in all, unless `$asked` says otherwise. */
function new_order( array $asked ): int {
	$kept                    = Kept::read();
	$id                      = count( $kept['orders'] ) + 101;
	$where                   = array();
	foreach ( array( 'billing', 'shipping' ) as $kind ) {
		$fields = array( 'first_name' => 'Ana', 'last_name' => 'Ruiz', 'address_1' => 'Calle del Duero 7', 'address_2' => '', 'city' => 'Soria', 'state' => 'SO', 'postcode' => '42001', 'country' => 'ES' );
		foreach ( $fields as $name => $value ) {
			$where[ "{$kind}_{$name}" ] = $value;
		}
	}
	$kept['orders'][ $id ] = $asked + $where + array(
		'status'          => 'pending',
		'currency'        => 'EUR',
		'total'           => '114.27',
		'customer_id'     => 0,
		'billing_email'   => 'ana@correo.test',
		'billing_phone'   => '612340098',
		'payment_method'  => 'pago_a_plazos',
		'shipping_total'  => '5.00',
		'shipping_tax'    => '1.05',
		'shipping_method' => 'Mensajería',
		'checkout_order_received_url' => 'https://tienda.example/gracias',
		'checkout_payment_url'        => 'https://tienda.example/pagar',
		'date_paid'       => null,
		'refunds'         => array(),
		'meta'            => array(),
		'notes'           => array(),
		'item'            => array( 'id' => 1, 'name' => 'Lámpara', 'quantity' => 2, 'subtotal' => 99.80, 'total' => 89.44, 'total_tax' => 18.78 ),
	);
	Kept::write( $kept );
	return $id;
}

function refund( object $gateway, int $id, float $amount ): mixed {
	$order = wc_get_order( $id );
	$order->add_refund( $amount );
	$done = $gateway->process_refund( $id, $amount, '' );
	if ( is_wp_error( $done ) ) {
		wc_get_order( $id )->remove_refund();
		return $done->get_error_message();
	}
	return true;
}

$gateway = new $gateway_class();
$answer  = match ( true ) {
	'/settings' === $path => ( static function () use ( $gateway, $asked ) {
		$gateway->posted = $asked;
		$gateway->process_admin_options();
		return array( 'public_key' => $gateway->get_option( 'public_key' ), 'notice' => $GLOBALS['notice'] ?? null );
	} )(),
	'/page' === $path => ( static function () use ( $gateway ) {
		ob_start();
		do_action( 'wp_enqueue_scripts' );
		do_action( 'woocommerce_single_product_summary' );
		return array( 'widget' => ob_get_clean(), 'script' => $GLOBALS['scripts']['pago-a-plazos'] ?? null, 'offered' => $gateway->is_available() );
	} )(),
	'/buy' === $path => ( static function () use ( $gateway, $asked ) {
		$id = new_order( $asked );
		return array( 'order' => $id, 'notice' => null ) + $gateway->process_payment( $id ) + array( 'notice' => $GLOBALS['notice'] ?? null );
	} )(),
	'/status' === $path => ( static function () use ( $asked ) {
		wc_get_order( $asked['order'] )->update_status( $asked['status'] );
		return true;
	} )(),
	'/refund' === $path => refund( $gateway, $asked['order'], $asked['amount'] ),
	'/order' === $path => Kept::read()['orders'][ $asked['order'] ],
	1 === preg_match( $GLOBALS['rest'][0], $path, $match ) => $GLOBALS['rest'][1]( new WP_REST_Request( $_GET + $match, $body, array_change_key_case( getallheaders() ) ) ),
	default => new WP_REST_Response( null, 404 ),
};
header( 'Content-Type: application/json' );
http_response_code( $answer instanceof WP_REST_Response ? $answer->status : 200 );
echo json_encode( $answer instanceof WP_REST_Response ? $answer->data : $answer );
