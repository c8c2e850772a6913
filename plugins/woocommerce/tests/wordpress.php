<?php
/**
 * As much of WordPress and WooCommerce as the plugin uses, for its tests: hooks, options and HTTP for real, orders in a file.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

define( 'ABSPATH', __DIR__ . '/' );

$hooks = array();

function add_action( string $name, callable $call ): void {
	$GLOBALS['hooks'][ $name ][] = $call;
}
function add_filter( string $name, callable $call ): void {
	add_action( $name, $call );
}
function do_action( string $name, mixed ...$given ): void {
	foreach ( $GLOBALS['hooks'][ $name ] ?? array() as $call ) {
		$call( ...$given );
	}
}
function apply_filters( string $name, mixed $value ): mixed {
	return array_reduce( $GLOBALS['hooks'][ $name ] ?? array(), static fn ( $now, $call ) => $call( $now ), $value );
}

/** What is kept between two requests: settings and orders. */
final class Kept {
	private static function file(): string {
		return getenv( 'SHOP_FOLDER' ) . '/kept.json';
	}
	public static function read(): array {
		return is_file( self::file() ) ? json_decode( file_get_contents( self::file() ), true ) : array( 'settings' => array(), 'orders' => array() );
	}
	public static function write( array $kept ): void {
		file_put_contents( self::file(), json_encode( $kept ) );
	}
}

function __( string $text ): string {
	return $text;
}
function esc_attr( string $text ): string {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function get_locale(): string {
	return 'es_ES';
}
function get_bloginfo(): string {
	return '6.6';
}
function get_woocommerce_currency(): string {
	return 'EUR';
}
function get_permalink( int $id ): string {
	return "https://tienda.example/producto-{$id}";
}
function wp_generate_uuid4(): string {
	return bin2hex( random_bytes( 16 ) );
}
function wp_json_encode( mixed $value ): string {
	return json_encode( $value );
}
function is_product(): bool {
	return true;
}
function add_query_arg( string $name, string $value, string $url ): string {
	return "{$url}?{$name}={$value}";
}
function wp_enqueue_script( string $name, string $url ): void {
	$GLOBALS['scripts'][ $name ] = $url;
}
function WC(): object {
	return (object) array( 'version' => '9.1' );
}
function wc_add_notice( string $text ): void {
	$GLOBALS['notice'] = $text;
}
function get_rest_url( ?int $site, string $path ): string {
	return getenv( 'SHOP_URL' ) . '/wp-json/' . $path;
}
function register_rest_route( string $space, string $route, array $settings ): void {
	$GLOBALS['rest'] = array( "#^/wp-json/{$space}{$route}$#", $settings['callback'] );
}

final class WP_Error {
	public function __construct( public string $code, public string $message ) {}
	public function get_error_message(): string {
		return $this->message;
	}
}
function is_wp_error( mixed $value ): bool {
	return $value instanceof WP_Error;
}
function wp_remote_request( string $url, array $request ): array|WP_Error {
	$curl = curl_init( $url );
	curl_setopt_array(
		$curl,
		array(
			CURLOPT_RETURNTRANSFER => true,
			CURLOPT_CUSTOMREQUEST  => $request['method'],
			CURLOPT_TIMEOUT        => $request['timeout'],
			CURLOPT_HTTPHEADER     => array_map( static fn ( $name, $value ) => "{$name}: {$value}", array_keys( $request['headers'] ), $request['headers'] ),
		) + ( null === $request['body'] ? array() : array( CURLOPT_POSTFIELDS => $request['body'] ) )
	);
	$body = curl_exec( $curl );
	return false === $body ? new WP_Error( 'http', curl_error( $curl ) ) : array( 'code' => curl_getinfo( $curl, CURLINFO_RESPONSE_CODE ), 'body' => $body );
}
function wp_remote_retrieve_response_code( array $response ): int {
	return $response['code'];
}
function wp_remote_retrieve_body( array $response ): string {
	return $response['body'];
}

final class WP_REST_Request {
	public function __construct( private array $params, private string $body, private array $headers ) {}
	public function get_param( string $name ): mixed {
		return $this->params[ $name ] ?? null;
	}
	public function get_json_params(): mixed {
		return json_decode( $this->body, true );
	}
	public function get_header( string $name ): ?string {
		return $this->headers[ $name ] ?? null;
	}
}
final class WP_REST_Response {
	public function __construct( public mixed $data, public int $status = 200 ) {}
}

final class WC_Admin_Settings {
	public static function add_error( string $text ): void {
		$GLOBALS['notice'] = $text;
	}
}
abstract class WC_Payment_Gateway {
	public string $id = '';
	public string $method_title = '';
	public string $method_description = '';
	public string $title = '';
	public string $description = '';
	public string $enabled = 'no';
	public bool $has_fields = false;
	public array $supports = array();
	public array $form_fields = array();
	public array $posted = array();

	abstract public function init_form_fields(): void;
	public function init_settings(): void {}
	public function is_available(): bool {
		return 'yes' === $this->enabled;
	}
	public function get_option( string $name ): string {
		return Kept::read()['settings'][ $name ] ?? $this->form_fields[ $name ]['default'] ?? '';
	}
	public function update_option( string $name, string $value ): bool {
		$kept                      = Kept::read();
		$kept['settings'][ $name ] = $value;
		Kept::write( $kept );
		return true;
	}
	public function process_admin_options(): bool {
		foreach ( $this->posted as $name => $value ) {
			$this->update_option( $name, $value );
		}
		return true;
	}
}

/** One line of an order: 2 × 49.90 € with 21 % of tax, less a coupon of 9.90 €. */
final class WC_Order_Item {
	public function __construct( private array $item ) {}
	public function __call( string $name, array $given ): mixed {
		return $this->item[ substr( $name, 4 ) ] ?? null;
	}
	public function get_product(): object {
		return new class() {
			public function get_id(): int {
				return 7;
			}
			public function get_sku(): string {
				return 'LAMP-7';
			}
		};
	}
}

final class WC_Order {
	private array $order;
	public function __construct( private int $id ) {
		$this->order = Kept::read()['orders'][ $id ];
	}
	public function save(): void {
		$kept                         = Kept::read();
		$kept['orders'][ $this->id ] = $this->order;
		Kept::write( $kept );
	}
	public function __call( string $name, array $given ): mixed {
		return $this->order[ substr( $name, 4 ) ] ?? '';
	}
	public function get_id(): int {
		return $this->id;
	}
	public function get_order_number(): string {
		return 'W-' . $this->id;
	}
	public function get_items( string $kind = 'line_item' ): array {
		return 'line_item' === $kind ? array( new WC_Order_Item( $this->order['item'] ) ) : array();
	}
	public function get_item_subtotal( WC_Order_Item $item ): float {
		return $item->get_subtotal() / $item->get_quantity();
	}
	public function has_shipping_address(): bool {
		return true;
	}
	public function get_refunds(): array {
		return $this->order['refunds'];
	}
	public function get_meta( string $name ): string {
		return $this->order['meta'][ $name ] ?? '';
	}
	public function update_meta_data( string $name, string $value ): void {
		$this->order['meta'][ $name ] = $value;
	}
	public function get_date_paid(): ?string {
		return $this->order['date_paid'];
	}
	public function is_paid(): bool {
		return in_array( $this->order['status'], array( 'processing', 'completed' ), true );
	}
	public function has_status( array $some ): bool {
		return in_array( $this->order['status'], $some, true );
	}
	public function payment_complete( string $transaction ): void {
		$this->order['date_paid']   = 'now';
		$this->order['transaction'] = $transaction;
		$this->update_status( 'processing' );
	}
	public function update_status( string $status ): void {
		$this->order['status'] = $status;
		$this->save();
		do_action( "woocommerce_order_status_{$status}", $this->id );
	}
	public function add_order_note( string $note ): void {
		$this->order['notes'][] = $note;
		$this->save();
	}
	public function add_refund( float $amount ): void {
		$this->order['refunds'][] = $amount;
		$this->save();
	}
	public function remove_refund(): void {
		array_pop( $this->order['refunds'] );
		$this->save();
	}
}
function wc_get_order( int|string $id ): WC_Order|false {
	return isset( Kept::read()['orders'][ $id ] ) ? new WC_Order( (int) $id ) : false;
}
